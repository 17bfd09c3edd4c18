// What both engines need: the bodies, from the real server; the field table; and
// the server that responds from memory.
//
// `cargo xtask bench` sets the variables read here: BASE_URL and TOKEN of a
// server with the demonstration catalogue; SERVER and CATALOGUE, its program and
// database; and FIELDS, a file with the output of
// `cargo run --example fields-json`. PACKAGE is a folder with another build of
// the package.

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod/v4';
import { schemas } from './schema.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const PACKAGE = process.env.PACKAGE ?? here('../../pkg');

/** The number of pages of 500 items in a walk. */
const PAGES = 200;

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

/** The bodies and the field table, as text. */
export async function material() {
  const [product, page, fields] = await Promise.all([
    body(`/v2/products/gtin/${FULL}`),
    body('/v2/products?limit=500'),
    readFile(process.env.FIELDS, 'utf8'),
  ]);
  return { product, page: wellFormed(page, JSON.parse(fields)), fields };
}

/**
 * The page with only items that zod accepts: it rejects a whole page if one number
 * is sent as a string, which the catalogue contains on purpose. Such an item is
 * replaced by the one before it.
 */
function wellFormed(page, fields) {
  const { products } = schemas(z, fields);
  const body = JSON.parse(page);
  if (body.data.length !== 500) throw new Error(`the page has ${body.data.length} items, not 500`);
  const isValid = (item) => products.safeParse({ data: [item] }).success;
  const first = body.data.findIndex(isValid);
  let last = body.data[first];
  body.data = body.data.map((item) => (isValid(item) ? (last = item) : last));
  return JSON.stringify(body);
}

/** Starts the server and returns its address and a function that stops it. */
export async function serve({ product, page }) {
  const child = fork(here('serve.mjs'));
  const folders = { '/pkg/': PACKAGE, '/js/': here('.'), '/zod/': here('../node_modules/zod') };
  child.send({ product, page, pages: PAGES, folders });
  const [base] = await once(child, 'message');
  return { base, stop: () => child.disconnect() };
}
