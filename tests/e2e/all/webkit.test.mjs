// The hosts in WebKitGTK, the engine of Safari, driven over WebDriver: `cargo xtask setup --all` installs
// it where Debian's packages are. What a reader has set there cannot be changed, nor paper be tried.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ROWS } from '../../../www/hosts/rows.js';
import { HOSTS, LEASTS, addressOf, faultsOf, isStale, read } from '../hosts-support.mjs';
import { freePort } from '../../ports.mjs';

/** Where Debian has the browser of the driver's package, by machine. */
const BROWSERS = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** Whether something is so, asked again and again. */
async function until(what, ask) {
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    if (await ask().catch(() => false)) return;
    assert.ok(Date.now() < end, `not so after a minute: ${what}`);
  }
}

describe('in WebKitGTK, the elements', () => {
  const programs = [];
  /** Sends a command to the driver. */
  let call;
  let plain;

  /** Runs a script in the page, and gives what it returns. */
  const evaluate = (expression) => call('POST', '/execute/sync', { script: `return ${expression}`, args: [] });

  before(async () => {
    const found = await Promise.all(
      BROWSERS.map((path) =>
        stat(path).then(
          () => path,
          () => undefined,
        ),
      ),
    );
    const binary = found.find(Boolean);
    if (!binary) return;
    const screen = ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
    const display = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    programs.push(display);
    const [number] = await once(display.stdio[3], 'data');
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}` };
    programs.push(spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' }));
    const send = async (method, path, body) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
      const { value } = await response.json();
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    await until('the driver answers', () => send('GET', '/status').then(() => true));
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const session = await send('POST', '/session', { capabilities: { alwaysMatch: options } });
    call = (method, path, body) => send(method, `/session/${session.sessionId}${path}`, body);
    console.log(`# ${session.capabilities.browserName} ${session.capabilities.browserVersion}`);
    await call('POST', '/window/rect', { width: 1000, height: 900 });
    plain = await look('plain');
  });
  after(async () => {
    await call?.('DELETE', '').catch(() => undefined);
    for (const program of programs.reverse()) program.kill();
  });

  /** What each element of a host says, and what of that cannot be read. */
  async function look(name) {
    await call('POST', '/url', { url: addressOf(name) });
    await until(`${name} is drawn`, () => evaluate('window.hostIsReady === true'));
    // The driver takes what a script returns as JSON, which Prototype changes.
    await call('POST', '/execute/sync', { script: `delete Array.prototype.toJSON; ${HOSTS}`, args: [] });
    const { room, is, hides } = ROWS[name];
    const reading = `(${read})(${JSON.stringify({ room, is, hides })}, false, ${JSON.stringify(LEASTS)})`;
    for (const end = Date.now() + 60_000; ; await pause(100)) {
      const elements = await evaluate(reading);
      if (Date.now() > end || !(await evaluate(`(${isStale})()`))) return elements;
    }
  }

  // It takes minutes to say where the texts of all elements are in columns.
  const ENDLESS = ['masonry of columns'];
  for (const [name, { media }] of Object.entries(ROWS)) {
    if (media || ENDLESS.includes(name)) continue;
    it(`can be read in the page "${name}"`, async (t) => {
      if (!call) return t.skip('it is not installed');
      assert.deepEqual(faultsOf(await look(name), plain), []);
    });
  }
});
