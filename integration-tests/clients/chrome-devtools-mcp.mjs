// chrome-devtools-mcp over stdio, by --browserUrl and by --wsEndpoint.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { alive, atEnd, base, browserUrl, need, png, run, step, until } from './steps.mjs';

const server = fileURLToPath(
  new URL('node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', import.meta.url));

async function drive(...options) {
  const mcp = new Mcp(options);
  let pageId;
  const text = async (tool, args = {}) => (await mcp.call(tool, args)).map(part => part.text ?? '').join('\n');
  const onPage = (tool, args = {}) => text(tool, { pageId, ...args });
  const value = script => onPage('evaluate_script', { function: `() => ${script}` });
  const open = path => onPage('navigate_page', { type: 'url', url: base + path });
  const uid = async role => {
    const snapshot = await onPage('take_snapshot');
    const found = snapshot.match(new RegExp(`uid=(\\S+) ${role}`));
    assert.ok(found, `no ${role} in ${snapshot}`);
    return found[1];
  };
  const page = (list, part) => {
    const line = list.split('\n').find(candidate => /^\s*\d+: /.test(candidate) && candidate.includes(part));
    assert.ok(line, `no page ${part} in ${list}`);
    return Number.parseInt(line, 10);
  };

  await need('connect', async () => {
    await mcp.initialize();
    assert.match(await text('list_pages'), /^\s*\d+: /m, 'one page from the start');
  });
  pageId = await need('new page', async () => page(await text('new_page', { url: `${base}/second` }), '/second'));
  const first = pageId;
  await step('navigate', async () => {
    await open('/form');
    assert.match(await value('document.title'), /"Form"/);
  });
  await step('fill, trusted click', async () => {
    await onPage('fill', { uid: await uid('textbox'), value: 'Ada' });
    await onPage('click', { uid: await uid('button') });
    assert.match(await value('out.textContent'), /"Hello Ada, trusted"/);
  });
  await step('screenshot', async () => {
    const parts = await mcp.call('take_screenshot', { pageId });
    png(parts.find(({ type }) => type === 'image').data);
  });
  await step('network and console', async () => {
    assert.match(await onPage('list_network_requests'), /\/form/);
    await onPage('list_console_messages');
  });
  await step('cross-site iframe', async () => {
    await open('/frames');
    await until('its text', async () => (await onPage('take_snapshot')).match(/inner text/g)?.length >= 2);
  });
  await step('dialog', async () => {
    await open('/alert');
    const clicked = onPage('click', { uid: await uid('button') }).catch(() => {});
    await until('the dialog', async () => await onPage('handle_dialog', { action: 'accept' }));
    await clicked;
    assert.match(await value('out.textContent'), /"after alert"/);
  });
  await step('popup, two pages', async () => {
    await open('/popup');
    await onPage('click', { uid: await uid('button') });
    const popup = await until('the popup', async () => page(await text('list_pages'), '?popup'));
    pageId = popup;
    assert.match(await value('document.title'), /"Second"/);
    pageId = first;
    assert.match(await value('document.title'), /"Opener"/);
    await text('close_page', { pageId: popup });
    assert.ok(!(await text('list_pages')).includes('?popup'));
  });
  await step('close', async () => {
    // It refuses to close its last page.
    const other = page(await text('new_page', { url: `${base}/second?last` }), '?last');
    await text('close_page', { pageId: first });
    await text('close_page', { pageId: other }).catch(() => {});
  });
  await step('disconnect', async () => {
    await mcp.end();
    await alive();
  });
}

/** The least of an MCP client over stdio: one JSON-RPC message per line. */
class Mcp {
  #child;
  #exit;
  #pending = new Map();
  #errors = '';

  constructor(options) {
    const env = { ...process.env, CI: '1', CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' };
    this.#child = spawn(process.execPath, [server, ...options, '--no-usage-statistics'], { env });
    atEnd(() => this.#child.kill('SIGKILL'));
    this.#child.stderr.on('data', data => (this.#errors += data));
    this.#exit = new Promise(resolve => this.#child.once('exit', resolve));
    createInterface({ input: this.#child.stdout }).on('line', line => this.#received(JSON.parse(line)));
  }

  async initialize() {
    const clientInfo = { name: 'clients', version: '1' };
    await this.#request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
  }

  async call(name, args) {
    const { content, isError } = await this.#request('tools/call', { name, arguments: args });
    assert.ok(!isError, `${name}: ${JSON.stringify(content)}`);
    return content;
  }

  async end() {
    this.#child.stdin.end();
    await this.#exit;
  }

  #request(method, params) {
    const id = this.#pending.size + 1;
    this.#send({ id, method, params });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#exit.then(() => reject(new Error(`the server has ended: ${this.#errors.slice(-300)}`)));
    });
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #received({ id, method, result, error }) {
    if (method && id !== undefined) {
      this.#send({ id, result: method === 'roots/list' ? { roots: [] } : {} });
    } else if (!method) {
      const { resolve, reject } = this.#pending.get(id);
      error ? reject(new Error(JSON.stringify(error))) : resolve(result);
    }
  }
}

await run({
  browserUrl: () => drive('--browserUrl', browserUrl),
  wsEndpoint: async () => drive('--wsEndpoint', await alive()),
});
