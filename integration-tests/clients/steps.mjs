// What every client script shares: its arguments, steps that have a deadline each, and the verdict.
// usage of a script: node <script>.mjs <port> <base url>
// Prints `PASS step` or `FAIL step: why`; exit code 1 when a step failed.
import assert from 'node:assert/strict';

const [portArgument, baseArgument] = process.argv.slice(2);
if (!baseArgument) {
  console.error('usage: node <script>.mjs <port> <base url>');
  process.exit(64);
}
export const browserUrl = `http://127.0.0.1:${portArgument}`;
export const port = Number(portArgument);
export const base = baseArgument.replace(/\/$/, '');

const stepSeconds = Number(process.env.STEP_SECONDS ?? 20);
const scriptSeconds = Number(process.env.SCRIPT_SECONDS ?? 100);
const endings = [];
let failures = 0;
let form = '';
let current = 'start';

class Stop extends Error {}

/** Runs the forms of one client one after the other, then ends the process. */
export async function run(forms) {
  setTimeout(() => fail(current, `the script took more than ${scriptSeconds} s`) || end(), scriptSeconds * 1000);
  process.on('unhandledRejection', e => fail(current, e));
  for (const [name, drive] of Object.entries(forms)) {
    form = name;
    try {
      await drive();
    } catch (e) {
      if (!(e instanceof Stop)) fail(current, e);
    }
  }
  end();
}

/** A step; when it fails the others go on. */
export async function step(name, action) {
  current = name;
  const started = Date.now();
  let timer;
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done in ${stepSeconds} s`)), stepSeconds * 1000);
    });
    const result = await Promise.race([action(), late]);
    console.log(`PASS ${form} ${name} (${Date.now() - started} ms)`);
    return { result };
  } catch (e) {
    fail(name, e);
    return {};
  } finally {
    clearTimeout(timer);
  }
}

/** A step without which the rest of this form makes no sense; gives its result. */
export async function need(name, action) {
  const outcome = await step(name, action);
  if (!('result' in outcome)) throw new Stop();
  return outcome.result;
}

/** Asks again until the answer is true-ish; an assertion that fails in between counts as no. */
export async function until(what, probe, seconds = 8) {
  for (const end = Date.now() + seconds * 1000; ;) {
    let last = '';
    try {
      const value = await probe();
      if (value) return value;
    } catch (e) {
      last = `: ${e.message}`;
    }
    if (Date.now() > end) assert.fail(`waited ${seconds} s for ${what}${last}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

export function png(data) {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'base64') : Buffer.from(data);
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
}

/** The endpoint answers, whatever the client that just left has done. */
export async function alive() {
  const answer = await fetch(`${browserUrl}/json/version`);
  assert.equal(answer.status, 200);
  return (await answer.json()).webSocketDebuggerUrl;
}

/** Something to be done however the script ends; the last one asked for comes first. */
export function atEnd(action) {
  endings.unshift(action);
}

process.on('SIGTERM', () => process.exit(1));
process.on('exit', () => {
  for (const action of endings) {
    try {
      action();
    } catch (e) {
      console.error(`while ending: ${e.message}`);
    }
  }
});

function fail(name, why) {
  failures++;
  const text = String(why?.message ?? why).split('\n').slice(0, 6).join(' | ').slice(0, 600);
  console.log(`FAIL ${form} ${name}: ${text}`);
}

function end() {
  process.exit(failures ? 1 : 0);
}
