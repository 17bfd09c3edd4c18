// A server that is killed, filled up and started again at the same address.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { freePort } from '../ports.mjs';

const CLOCKS = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
];
/** The library that shifts a program's clock, if it is installed. */
const CLOCK = CLOCKS.find(existsSync);

/** What cannot be done on this machine, with its reason. */
export const MISSING = {
  ...(CLOCK ? {} : { 'clock of the gateway': 'libfaketime is not installed (Debian: faketime)' }),
  ...(process.platform === 'linux' ? {} : { 'full disk': 'only Linux can forbid a program to write to files' }),
};

export class Program {
  /** What it said that no fault explains: panics, and ends that nobody asked for. */
  problems = [];

  constructor(name, options, constants = '') {
    Object.assign(this, { name, options, constants });
  }

  /** Starts it, `shift` seconds off the true time where that is possible. */
  async start(shift = 0) {
    this.port ??= await freePort();
    this.address = `http://127.0.0.1:${this.port}`;
    const listen = ['--listen', `127.0.0.1:${this.port}`, '--access-log', 'off', '--log', 'warn'];
    const clock =
      shift && CLOCK
        ? { LD_PRELOAD: CLOCK, DONT_FAKE_MONOTONIC: '1', FAKETIME: `${shift > 0 ? '+' : ''}${shift}s` }
        : {};
    const env = { ...process.env, ...clock, NO_PROXY: '127.0.0.1', PRODUCT_POOL_STATE: 'none' };
    env.PRODUCT_POOL_UPSTREAM_TOKEN = 'demo';
    env.PRODUCT_POOL_TEST_CONSTANTS = this.constants;
    const child = spawn(process.env.SERVER, ['serve', ...listen, ...this.options], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/panicked|ERROR.*(poison|bug)/.test(line)) this.problems.push(`${this.name}: ${line}`);
      this.last = line;
    });
    child.once('exit', (code, signal) => {
      if (this.child === child && !this.isStopping)
        this.problems.push(`${this.name} ended (${code ?? signal}): ${this.last}`);
    });
    const lines = createInterface({ input: child.stdout });
    await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  }

  async kill(signal = 'SIGKILL') {
    this.isStopping = true;
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill(signal);
      await once(this.child, 'exit');
    }
  }

  async restart(shift) {
    await this.kill();
    await this.start(shift);
    this.isStopping = false;
  }

  /** No file of it may grow, as on a full disk; or all may again. */
  fill(isFull) {
    execFileSync('prlimit', ['--pid', `${this.child.pid}`, `--fsize=${isFull ? '0' : 'unlimited'}:unlimited`]);
  }
}
