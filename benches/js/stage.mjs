// What both engines need: the bodies, from the real server; the table; and
// the server that answers from memory.
//
// `cargo xtask bench` sets the variables read here: BASE_URL and TOKEN of a
// server with the demonstration catalogue, SERVER and CATALOGUE, its program and
// database, and FIELDS, the file that holds
// what `cargo run --example fields-json` prints. PACKAGE is a folder with
// another build of the package.

import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod/v4';
import { schemas } from './schema.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const PACKAGE = process.env.PACKAGE ?? here('../../pkg');

/** How many pages of 500 items a walk has. */
const PAGES = 200;

/** The showcase's complete record: every section filled in. */
export const FULL = '09520000000004';

/** The body of an answer of the real server. */
export async function body(path) {
  const { BASE_URL, TOKEN = 'demo' } = process.env;
  if (!BASE_URL) throw new Error('BASE_URL is not set: run `cargo xtask bench`');
  const answer = await fetch(BASE_URL + path, { headers: { authorization: `Bearer ${TOKEN}` } });
  if (!answer.ok) throw new Error(`${path} gave status ${answer.status}`);
  return answer.text();
}

/** The page that the real server renders of a product, whose script is at that address. */
export async function servedPage(gtin, script) {
  const { SERVER, CATALOGUE } = process.env;
  const options = ['--db', CATALOGUE, '--listen', '127.0.0.1:0', '--no-access-log', '--pages', '--script', script];
  const server = spawn(SERVER, ['serve', ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [address] = await once(createInterface({ input: server.stdout }), 'line');
    const answer = await fetch(`${address}/p/${gtin}?lang=en`);
    if (!answer.ok) throw new Error(`the page of ${gtin} gave status ${answer.status}`);
    return await answer.text();
  } finally {
    server.kill();
  }
}

/** The bodies and the table, as texts. */
export async function material() {
  const [product, page, fields] = await Promise.all([
    body(`/v2/products/gtin/${FULL}`),
    body('/v2/products?limit=500'),
    readFile(process.env.FIELDS, 'utf8'),
  ]);
  return { product, page: wellFormed(page, JSON.parse(fields)), fields };
}

/**
 * The page with items that zod takes: it refuses a whole page for one number
 * sent as a string, of which the catalogue has its share. Such an item gives
 * way to the one before it.
 */
function wellFormed(page, fields) {
  const { products } = schemas(z, fields);
  const body = JSON.parse(page);
  if (body.data.length !== 500) throw new Error(`the page has ${body.data.length} items, not 500`);
  const good = (item) => products.safeParse({ data: [item] }).success;
  const first = body.data.findIndex(good);
  let last = body.data[first];
  body.data = body.data.map((item) => (good(item) ? (last = item) : last));
  return JSON.stringify(body);
}

/** Starts the server and gives its address and a function that ends it. */
export async function serve({ product, page }) {
  const child = fork(here('serve.mjs'));
  const folders = { '/pkg/': PACKAGE, '/js/': here('.'), '/zod/': here('../node_modules/zod') };
  child.send({ product, page, pages: PAGES, folders });
  const [base] = await once(child, 'message');
  return { base, end: () => child.disconnect() };
}
