// Programs under test: started on a core of their own, observed through /proc, and stopped.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

if (platform() !== 'linux') throw new Error('the server is measured on Linux only, by means of /proc and taskset');

const { SERVER, FOLDER } = process.env;
const run = promisify(execFile);
const CORES = availableParallelism();
/** The first core is the measured program's; everything else runs on the others. */
const MEASURED = '0';
const OTHERS = CORES === 2 ? '1' : `1-${CORES - 1}`;
/** Ticks of processor time in a second, on every Linux. */
const TICKS = 100;

/** A command on the cores of the load generator. */
export const besides = (...command) => ['taskset', '--cpu-list', OTHERS, ...command];

/** A running program. */
export class Program {
  constructor(child, [base, ops]) {
    this.child = child;
    this.base = base;
    /** The address of its probes and metrics, if it has `--ops-listen`. */
    this.ops = ops;
  }

  /** Starts `command` on the measured core if it is `measured`, which listens on the port if given. */
  static async start(command, { measured = true, port } = {}) {
    const [program, ...options] = measured ? ['taskset', '--cpu-list', MEASURED, ...command] : besides(...command);
    const env = {
      ...process.env,
      PRODUCT_POOL_UPSTREAM_TOKEN: 'demo',
      PRODUCT_POOL_STATE: 'none',
      NO_PROXY: '127.0.0.1',
    };
    const child = spawn(program, options, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => child.kill());
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${command[0]} ended: see above`)));
    // Once it has started it may end.
    ended.catch(() => {});
    const addresses = port ? waitForPort(port) : printed(child, command.includes('--ops-listen') ? 2 : 1);
    return new Program(child, await Promise.race([addresses, ended]));
  }

  /** Seconds of processor time that it and its workers have used. */
  async used() {
    const ticks = await this.#sum(async (id) => {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8');
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      return Number(user) + Number(system);
    });
    return ticks / TICKS;
  }

  /** Resident memory of it and its workers, in MB. */
  resident() {
    return this.#sum(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8');
      return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6;
    });
  }

  async #sum(of) {
    const { pid } = this.child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const values = await Promise.all([pid, ...children.split(' ').filter(Boolean)].map(of));
    return values.reduce((sum, value) => sum + value, 0);
  }

  /** Ends it; nginx stops its workers when it is asked to, not when it is killed. */
  async stop() {
    this.child.kill();
    if (this.child.exitCode === null) await once(this.child, 'exit');
  }
}

/** The addresses that the server prints, a line for each. */
async function printed(child, count) {
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === count) break;
  }
  return lines;
}

async function waitForPort(port) {
  const accepts = () =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  while (!(await accepts())) await sleep(20);
  return [`http://127.0.0.1:${port}`];
}

const LISTEN = ['--listen', '127.0.0.1:0', '--access-log', 'off', '--log', 'error'];

/** A catalogue to be filled, and how to serve it beside the measured core. */
export async function catalogue(name) {
  const folder = join(FOLDER, String(name));
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'catalogue.db');
  const serve = async () => ({
    folder,
    upstream: await Program.start([SERVER, 'serve', '--db', file, ...LISTEN], { measured: false }),
  });
  return { folder, file, serve };
}

/** The longest that an import may take, in ms. */
const IMPORT = 240_000;

/** Fills a catalogue with the records of a file, and the token of the demonstration. */
export async function imported({ file }, records) {
  await run(SERVER, ['seed', '--demo', '--products', '0', '--db', file]);
  await run(SERVER, ['import', records, '--db', file], { timeout: IMPORT });
}

/** A catalogue of so many demonstration products that is served, and their GTINs, at most 500. */
export async function seeded(products) {
  const { file, serve } = await catalogue(products);
  await run(SERVER, ['seed', '--demo', '--products', String(products), '--db', file]);
  const source = await serve();
  const { data } = await json(`${source.upstream.base}/v2/products?limit=500`);
  const gtins = data.map((item) => item.traded_unit_gtin).filter((gtin) => /^\d{13,14}$/.test(gtin));
  return { ...source, gtins };
}

/** A gateway before that catalogue, on the measured core. */
export const gateway = ({ upstream }, ...options) =>
  Program.start([
    SERVER,
    'serve',
    '--upstream',
    upstream.base,
    '--rate',
    '0',
    '--base-url',
    'https://shop.example',
    ...LISTEN,
    ...options,
  ]);

export async function json(url) {
  const response = await fetch(url, { headers: { authorization: 'Bearer demo' } });
  if (!response.ok) throw new Error(`${url} gave status ${response.status}`);
  return response.json();
}
