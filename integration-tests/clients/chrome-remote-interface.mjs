// chrome-remote-interface: the HTTP endpoints, page sockets, the browser socket with flat and non-flat sessions.
import assert from 'node:assert/strict';
import CDP from 'chrome-remote-interface';
import { alive, base, need, png, port, run, step, until } from './steps.mjs';

const at = { host: '127.0.0.1', port };
const evaluate = async (client, expression, session) =>
  (await client.Runtime.evaluate({ expression, returnByValue: true, userGesture: true }, session)).result.value;
const titled = (client, title) =>
  until(`the title ${title}`, async () => (await evaluate(client, 'document.title')) === title);
const listed = async predicate => (await CDP.List(at)).find(predicate);
const gone = id => until('the tab to go', async () => !(await listed(tab => tab.id === id)));

await run({ page: onPageSockets, browser: onBrowserSocket });

async function onPageSockets() {
  await step('version', async () => {
    const { webSocketDebuggerUrl } = await CDP.Version(at);
    assert.match(webSocketDebuggerUrl, new RegExp(`^ws://127\\.0\\.0\\.1:${port}/devtools/browser/`));
  });
  await step('protocol', async () => {
    const { domains } = await CDP.Protocol(at);
    assert.ok(domains.some(({ domain }) => domain === 'Target'));
  });
  const tab = await need('new page', async () => {
    const made = await CDP.New({ ...at, url: `${base}/second` });
    assert.equal(made.type, 'page');
    assert.ok(await listed(({ id }) => id === made.id));
    return made;
  });
  const client = await need('connect', () => CDP({ ...at, target: tab.id }));
  const open = async path => {
    await client.Page.enable();
    await Promise.all([client.Page.loadEventFired(), client.Page.navigate({ url: base + path })]);
  };
  await step('navigate', async () => {
    await open('/form');
    await titled(client, 'Form');
  });
  await step('fill, trusted click', async () => {
    await evaluate(client, 'document.getElementById("name").focus()');
    await client.Input.insertText({ text: 'Ada' });
    const { x, y } = await evaluate(client, 'go.getBoundingClientRect().toJSON()');
    for (const type of ['mousePressed', 'mouseReleased']) {
      await client.Input.dispatchMouseEvent({ type, x: x + 5, y: y + 5, button: 'left', clickCount: 1 });
    }
    assert.equal(await evaluate(client, 'out.textContent'), 'Hello Ada, trusted');
  });
  await step('screenshot', async () => png((await client.Page.captureScreenshot()).data));
  await step('cross-site iframe', async () => {
    const attached = new Promise(resolve => client.Target.attachedToTarget(resolve));
    await client.Target.setAutoAttach({ autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await open('/frames');
    const { sessionId, targetInfo } = await attached;
    assert.equal(targetInfo.type, 'iframe');
    await until('its text', async () => (await evaluate(client, 'inner.textContent', sessionId)) === 'inner text');
    await client.Target.setAutoAttach({ autoAttach: false, waitForDebuggerOnStart: false, flatten: true });
  });
  await step('dialog', async () => {
    await open('/alert');
    const opening = client.Page.javascriptDialogOpening();
    const clicked = evaluate(client, 'document.getElementById("alert").click()');
    assert.equal((await opening).message, 'hi there');
    await client.Page.handleJavaScriptDialog({ accept: true });
    await clicked;
    assert.equal(await evaluate(client, 'out.textContent'), 'after alert');
  });
  await step('popup', async () => {
    await open('/popup');
    await evaluate(client, 'document.getElementById("open").click()');
    const popup = await until('the popup', () => listed(({ type, url }) => type === 'page' && url.includes('?popup')));
    const second = await CDP({ ...at, target: popup });
    await titled(second, 'Second');
    await second.close();
    await CDP.Close({ ...at, id: popup.id });
    await gone(popup.id);
  });
  await step('two pages', async () => {
    const other = await CDP.New({ ...at, url: `${base}/second` });
    const second = await CDP({ ...at, target: other.id });
    await titled(second, 'Second');
    await titled(client, 'Opener');
    await CDP.Activate({ ...at, id: tab.id });
    await second.close();
    await CDP.Close({ ...at, id: other.id });
    await gone(other.id);
  });
  await step('default target', async () => {
    const first = await CDP(at);
    assert.equal(await evaluate(first, '6 * 7'), 42);
    await first.close();
  });
  await step('disconnect', async () => {
    await client.close();
    assert.ok(await listed(({ id }) => id === tab.id), 'the tab outlives its socket');
    await alive();
  });
  await step('close', async () => {
    await CDP.Close({ ...at, id: tab.id });
    await gone(tab.id);
  });
}

async function onBrowserSocket() {
  const browser = await need('connect', async () => CDP({ target: await alive() }));
  const { targetId } = await need('new page', () => browser.Target.createTarget({ url: `${base}/second` }));
  await step('flat session', async () => {
    const { sessionId } = await browser.Target.attachToTarget({ targetId, flatten: true });
    await until('the title', async () => (await evaluate(browser, 'document.title', sessionId)) === 'Second');
  });
  await step('non-flat session', async () => {
    const { sessionId } = await browser.Target.attachToTarget({ targetId, flatten: false });
    const received = new Promise(resolve => browser.Target.receivedMessageFromTarget(resolve));
    const message = JSON.stringify({ id: 7, method: 'Runtime.evaluate', params: { expression: '6 * 7' } });
    await browser.Target.sendMessageToTarget({ sessionId, message });
    const answer = await received;
    assert.equal(answer.sessionId, sessionId);
    assert.equal(JSON.parse(answer.message).result.result.value, 42);
  });
  await step('close', async () => {
    const { targetInfos } = await browser.Target.getTargets();
    assert.ok(targetInfos.some(info => info.targetId === targetId));
    await browser.Target.closeTarget({ targetId });
  });
  await step('disconnect', async () => {
    await browser.close();
    await alive();
  });
}
