// puppeteer-core, by browserURL and by browserWSEndpoint.
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';
import { alive, base, browserUrl, need, png, run, step, until } from './steps.mjs';

await run({
  browserURL: () => drive({ browserURL: browserUrl }),
  browserWSEndpoint: async () => drive({ browserWSEndpoint: await alive() }),
});

async function drive(options) {
  const browser = await need('connect', () => puppeteer.connect(options));
  const page = await need('new page', () => browser.newPage());
  const text = (frame, selector) => frame.$eval(selector, element => element.textContent);

  await step('navigate', async () => {
    await page.goto(`${base}/form`);
    assert.equal(await page.title(), 'Form');
  });
  await step('fill, trusted click', async () => {
    await page.type('#name', 'Ada');
    await page.click('#go');
    assert.equal(await text(page, '#out'), 'Hello Ada, trusted');
  });
  await step('screenshot', async () => png(await page.screenshot()));
  await step('cross-site iframe', async () => {
    await page.goto(`${base}/frames`);
    const frame = await until('the frame', () => page.frames().find(f => f.url().includes('?cross')));
    assert.equal(await text(frame, '#inner'), 'inner text');
    assert.equal(page.frames().length, 3);
  });
  await step('dialog', async () => {
    await page.goto(`${base}/alert`);
    let message;
    page.once('dialog', dialog => {
      message = dialog.message();
      dialog.accept();
    });
    await page.click('#alert');
    assert.equal(message, 'hi there');
    assert.equal(await text(page, '#out'), 'after alert');
  });
  await step('popup', async () => {
    await page.goto(`${base}/popup`);
    const [popup] = await Promise.all([new Promise(resolve => page.once('popup', resolve)), page.click('#open')]);
    await until('the popup to load', async () => (await popup.title()) === 'Second');
    assert.ok((await browser.pages()).includes(popup));
    await popup.close();
  });
  await step('two pages', async () => {
    const other = await browser.newPage();
    await other.goto(`${base}/second`);
    assert.deepEqual([await page.title(), await other.title()], ['Opener', 'Second']);
    await page.bringToFront();
    await other.close();
    assert.ok(!(await browser.pages()).includes(other));
  });
  await step('own context', async () => {
    const context = await browser.createBrowserContext();
    const other = await context.newPage();
    await other.goto(`${base}/second`);
    assert.equal(await other.title(), 'Second');
    await context.close();
  });
  await step('raw session', async () => {
    const session = await page.createCDPSession();
    assert.equal((await session.send('Target.getTargetInfo')).targetInfo.type, 'page');
    await session.detach();
  });
  await step('close', () => page.close());
  await step('disconnect', async () => {
    await browser.disconnect();
    assert.ok(!browser.connected);
    await alive();
  });
}
