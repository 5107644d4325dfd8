// agent-browser (a command line with a daemon), by --cdp PORT and by ws:// address.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { alive, atEnd, base, need, png, port, run, step, until } from './steps.mjs';

const wrapper = fileURLToPath(new URL('node_modules/agent-browser/bin/agent-browser.js', import.meta.url));
// The path of the daemon's socket has to stay short, so the folder is not below this one.
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'ab-'));
const running = new Set();
atEnd(() => fs.rmSync(home, { recursive: true, force: true }));

await run({
  port: () => drive('p', String(port)),
  ws: async () => drive('w', await alive()),
});

async function drive(session, endpoint) {
  const act = (...words) => call('--session', session, '--cdp', endpoint, ...words);
  atEnd(() => killDaemon(session));
  atEnd(() => running.forEach(child => process.kill(-child.pid, 'SIGKILL')));
  const tabs = async () => (await act('tab')).split('\n');
  const tab = async part => {
    const lines = await tabs();
    const line = lines.find(candidate => candidate.includes(part));
    assert.ok(line, `no tab ${part} in ${lines.join(' / ')}`);
    return line.match(/\[(t?\d+)]/)[1];
  };
  const title = () => act('get', 'title');

  await need('connect', () => act('open', `${base}/form`));
  await step('navigate', async () => assert.equal(await title(), 'Form'));
  await step('fill, trusted click', async () => {
    await act('fill', '#name', 'Ada');
    await act('click', '#go');
    assert.equal(await act('get', 'text', '#out'), 'Hello Ada, trusted');
  });
  await step('snapshot', async () => assert.match(await act('snapshot', '-i'), /textbox/));
  await step('screenshot', async () => {
    const file = path.join(home, 'shot.png');
    await act('screenshot', file);
    png(fs.readFileSync(file));
  });
  await step('cross-site iframe', async () => {
    await act('open', `${base}/frames`);
    await until('its text', async () => (await act('snapshot')).match(/inner text/g)?.length === 2);
  });
  await step('dialog', async () => {
    await act('open', `${base}/alert`);
    await act('click', '#alert').catch(() => {});
    await until('the page to go on', async () => (await act('get', 'text', '#out')) === 'after alert');
  });
  await step('two pages', async () => {
    await act('open', `${base}/form`);
    await act('tab', 'new', `${base}/second`);
    assert.equal(await title(), 'Second');
    await act('tab', await tab('/form'));
    assert.equal(await title(), 'Form');
    await act('tab', await tab('/second'));
    await act('tab', 'close');
    assert.ok(!(await tabs()).some(line => line.includes('/second')));
  });
  await step('popup', async () => {
    await act('open', `${base}/popup`);
    await act('click', '#open');
    await act('tab', await until('the popup', () => tab('?popup')));
    assert.equal(await title(), 'Second');
    await act('tab', 'close');
  });
  await step('disconnect', async () => {
    await act('close');
    await alive();
  });
}

function call(...words) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, HOME: home, AGENT_BROWSER_SOCKET_DIR: home };
    // A group of its own: a call broken off would start the daemon anew behind our back.
    const child = spawn(process.execPath, [wrapper, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
    running.add(child);
    let output = '';
    child.stdout.on('data', data => (output += data));
    child.stderr.on('data', data => (output += data));
    // Not 'close': the daemon that the first call starts keeps the pipes.
    child.on('exit', code => {
      running.delete(child);
      const text = output.trim();
      code === 0 ? resolve(text) : reject(new Error(`${words.join(' ')} ended with ${code}: ${text}`));
    });
  });
}

function killDaemon(session) {
  const file = path.join(home, `${session}.pid`);
  if (fs.existsSync(file)) {
    try {
      process.kill(Number(fs.readFileSync(file, 'utf8')), 'SIGKILL');
    } catch (e) {
      if (e.code !== 'ESRCH') throw e;
    }
  }
}
