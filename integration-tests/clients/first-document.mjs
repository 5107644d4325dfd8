// What a client sets up for a page before it goes anywhere is there for the first document: Playwright and Puppeteer.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { base, browserUrl, need, run, step, until } from './steps.mjs';

await run({ playwright, puppeteer: drivePuppeteer });

async function playwright() {
  const browser = await need('connect', () => chromium.connectOverCDP(browserUrl));
  const context = browser.contexts()[0];
  await step('init script of the context', async () => {
    await context.addInitScript(() => (window.early = 'context'));
    const page = await context.newPage();
    await page.goto(`${base}/early`);
    assert.equal(await page.textContent('#out'), 'context');
    await page.close();
  });
  await step('init script of the page', async () => {
    const page = await context.newPage();
    await page.addInitScript(() => (window.early = 'page'));
    await page.goto(`${base}/early`);
    assert.equal(await page.textContent('#out'), 'page');
    await page.close();
  });
  await step('route of the context', async () => {
    await context.route('**/early?routed', route => route.fulfill({ contentType: 'text/html', body: '<title>Routed</title>' }));
    const page = await context.newPage();
    await page.goto(`${base}/early?routed`);
    assert.equal(await page.title(), 'Routed');
    await page.close();
  });
  await step('init script of a context of its own', async () => {
    const own = await browser.newContext();
    await own.addInitScript(() => (window.early = 'own'));
    const page = await own.newPage();
    await page.goto(`${base}/early`);
    assert.equal(await page.textContent('#out'), 'own');
    await own.close();
  });
  for (const [name, selector] of [['window.open', '#open'], ['target=_blank', '#blank']]) {
    await step(`popup by ${name}`, async () => {
      const page = await context.newPage();
      await page.goto(`${base}/popup`);
      const [popup] = await Promise.all([context.waitForEvent('page'), page.click(selector)]);
      await popup.waitForLoadState();
      assert.equal(await popup.title(), 'Second');
      assert.equal(await popup.textContent('h1'), 'Second page');
      assert.ok((await popup.opener()) === page);
      // Its first document may have been too early for this; the next is not.
      await popup.addInitScript(() => (window.early = 'popup'));
      await popup.goto(`${base}/early`);
      assert.equal(await popup.textContent('#out'), 'popup');
      await popup.close();
      await page.close();
    });
  }
  await step('popup event', async () => {
    const page = await context.newPage();
    await page.goto(`${base}/popup`);
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#open')]);
    assert.equal(await popup.evaluate(() => opener !== null), true);
    await page.evaluate(() => (window.opened.document.title = 'from the opener'));
    assert.equal(await popup.title(), 'from the opener');
    await page.close();
    await popup.close();
  });
  await step('frames and workers run', async () => {
    const page = await context.newPage();
    await page.goto(`${base}/own`);
    const worker = await until('the worker', () => page.workers()[0]);
    assert.equal(await worker.evaluate(() => 6 * 7), 42);
    const frame = await until('the frame', () => page.frames().find(f => f.url().includes('/inner')));
    assert.equal(await frame.textContent('#inner'), 'inner text');
    await page.close();
  });
  await browser.close();
}

async function drivePuppeteer() {
  const browser = await need('connect', () => puppeteer.connect({ browserURL: browserUrl }));
  await step('script before the first document', async () => {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(() => (window.early = 'page'));
    await page.goto(`${base}/early`);
    assert.equal(await page.$eval('#out', out => out.textContent), 'page');
    await page.close();
  });
  await step('interception of the first document', async () => {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', request => request.respond({ contentType: 'text/html', body: '<title>Routed</title>' }));
    await page.goto(`${base}/early`);
    assert.equal(await page.title(), 'Routed');
    await page.close();
  });
  await step('waitForTarget', async () => {
    const page = await browser.newPage();
    await page.goto(`${base}/popup`);
    const [target] = await Promise.all([
      browser.waitForTarget(candidate => candidate.opener() === page.target()),
      page.click('#open'),
    ]);
    const popup = await target.page();
    await until('the popup to load', async () => (await popup.title()) === 'Second');
    await popup.close();
    await page.close();
  });
  await step('the target of the browser', async () => {
    assert.equal(browser.target().type(), 'browser');
    const session = await browser.target().createCDPSession();
    assert.ok((await session.send('Browser.getVersion')).product);
  });
  await browser.disconnect();
}
