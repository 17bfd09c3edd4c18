// The bodies, from the real server, and a server that responds with them from memory.
//
// `cargo xtask bench` sets the variables read here: BASE_URL and TOKEN of a server with the
// demonstration catalogue; SERVER and CATALOGUE, its program and database. PACKAGE is a folder with
// another build of the package.

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const PACKAGE = process.env.PACKAGE ?? here('../../pkg/dist');

/** The complete record of the showcase: all of its sections have values. */
export const FULL = '09520000000004';

/** The body of a response of the real server. */
export async function body(path) {
  const { BASE_URL, TOKEN = 'demo' } = process.env;
  if (!BASE_URL) throw new Error('BASE_URL is not set: run `cargo xtask bench`');
  const response = await fetch(BASE_URL + path, { headers: { authorization: `Bearer ${TOKEN}` } });
  if (!response.ok) throw new Error(`${path} gave status ${response.status}`);
  return response.text();
}

/** What the real server renders at these paths: pages with the address of their script, and cards. */
export async function rendered(paths, script = '/card.js') {
  const { SERVER, CATALOGUE } = process.env;
  const listen = ['--listen', '127.0.0.1:0', '--access-log', 'off'];
  const options = ['--db', CATALOGUE, ...listen, '--pages', '--script', script];
  const server = spawn(SERVER, ['serve', ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [address] = await once(createInterface({ input: server.stdout }), 'line');
    const texts = paths.map(async (path) => {
      const response = await fetch(address + path);
      if (!response.ok) throw new Error(`${path} gave status ${response.status}`);
      return response.text();
    });
    return await Promise.all(texts);
  } finally {
    server.kill();
  }
}

/** Starts a server in a process of its own; returns its address and a function that stops it. */
export async function serve(bodies) {
  const child = fork(here('serve.mjs'));
  child.send(bodies);
  const [base] = await once(child, 'message');
  return { base, stop: () => child.disconnect() };
}
