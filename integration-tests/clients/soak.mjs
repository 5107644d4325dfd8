// Many Playwright and Puppeteer clients at once, each with tabs of its own, for a while: each sees its own alone.
// usage: node soak.mjs <port> <base url> <clients> <tabs> <seconds>
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { base, browserUrl, png } from './steps.mjs';

const [clients, tabs, seconds] = process.argv.slice(4).map(Number);
const end = Date.now() + seconds * 1000;
let rounds = 0;

const kinds = [
  {
    connect: () => chromium.connectOverCDP(browserUrl),
    pages: browser => browser.contexts()[0].pages(),
    create: browser => browser.contexts()[0].newPage(),
    leave: browser => browser.close(),
  },
  {
    connect: () => puppeteer.connect({ browserURL: browserUrl, protocolTimeout: 60_000 }),
    pages: browser => browser.pages(),
    create: browser => browser.newPage(),
    leave: browser => browser.disconnect(),
  },
];

async function work(name, kind) {
  while (Date.now() < end) {
    const browser = await kind.connect();
    const first = (await kind.pages(browser)).length;
    assert.ok(first <= 1, `${name} begins with ${first} pages`);
    const pages = [];
    while (pages.length < tabs) pages.push(await kind.create(browser));
    // A new connection after some rounds: as lively as real work is.
    for (let round = 0; round < 20 && Date.now() < end; round++, rounds++) {
      const page = pages[round % tabs];
      const url = `${base}/second?${name}-${round}`;
      await page.goto(url);
      assert.equal(await page.evaluate(() => location.href), url);
      assert.equal(await page.title(), 'Second');
      if (round % 10 === 0) png(await page.screenshot());
      const urls = (await kind.pages(browser)).map(each => each.url());
      assert.equal(urls.length, first + tabs, `${name} sees ${urls}`);
      assert.ok(urls.every(each => each === 'about:blank' || each.includes(`?${name}-`)), `${name} sees ${urls}`);
    }
    await kind.leave(browser);
  }
}

await Promise.all(Array.from({ length: clients }, (_, i) => work(`c${i}`, kinds[i % kinds.length])));
console.log(`${rounds} rounds`);
process.exit();
