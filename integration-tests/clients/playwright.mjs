// playwright-core over CDP, by http:// and by ws:// address.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { chromium } from 'playwright-core';
import { alive, base, browserUrl, need, png, run, step, until } from './steps.mjs';

await run({
  http: () => drive(browserUrl),
  ws: async () => drive(await alive()),
});

async function drive(endpoint) {
  const browser = await need('connect', () => chromium.connectOverCDP(endpoint));
  const context = browser.contexts()[0];
  const page = await need('new page', () => context.newPage());
  const caught = async (event, action) => (await Promise.all([page.waitForEvent(event), action()]))[0];

  await step('navigate', async () => {
    await page.goto(`${base}/form`);
    assert.equal(await page.title(), 'Form');
  });
  await step('fill, trusted click', async () => {
    await page.fill('#name', 'Ada');
    await page.click('#go');
    assert.equal(await page.textContent('#out'), 'Hello Ada, trusted');
  });
  await step('screenshot', async () => png(await page.screenshot()));
  await step('init script and route', async () => {
    await page.addInitScript(() => (window.early = true));
    await page.route('**/second', route => route.fulfill({ contentType: 'text/html', body: '<title>Routed</title>' }));
    await page.goto(`${base}/second`);
    assert.equal(await page.title(), 'Routed');
    assert.equal(await page.evaluate(() => window.early), true);
    await page.unrouteAll();
  });
  await step('cross-site iframe', async () => {
    await page.goto(`${base}/frames`);
    const frame = await until('the frame', () => page.frames().find(f => f.url().includes('?cross')));
    assert.equal(await frame.textContent('#inner'), 'inner text');
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
    assert.equal(await page.textContent('#out'), 'after alert');
  });
  await step('download', async () => {
    await page.goto(`${base}/download`);
    const download = await caught('download', () => page.click('#get'));
    assert.equal(download.suggestedFilename(), 'file.bin');
    assert.equal(fs.readFileSync(await download.path(), 'utf8'), '0123456789');
  });
  await step('popup', async () => {
    await page.goto(`${base}/popup`);
    const popup = await caught('popup', () => page.click('#open'));
    await popup.waitForLoadState();
    assert.equal(await popup.title(), 'Second');
    assert.ok(context.pages().includes(popup));
    await popup.close();
  });
  await step('two pages', async () => {
    const other = await context.newPage();
    await other.goto(`${base}/second`);
    assert.deepEqual([await page.title(), await other.title()], ['Opener', 'Second']);
    await page.bringToFront();
    await other.close();
    assert.ok(!context.pages().includes(other));
  });
  await step('own context', async () => {
    const own = await browser.newContext();
    const other = await own.newPage();
    await other.goto(`${base}/second`);
    assert.equal(await other.title(), 'Second');
    await own.close();
  });
  await step('raw session', async () => {
    const session = await context.newCDPSession(page);
    assert.equal((await session.send('Target.getTargetInfo')).targetInfo.type, 'page');
    await session.detach();
  });
  await step('close', () => page.close());
  await step('disconnect', async () => {
    await browser.close();
    assert.ok(!browser.isConnected());
    await alive();
  });
}
