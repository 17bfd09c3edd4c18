// A pool that changes its mind, a gateway in front of it, and a shop at an origin of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './support.mjs';

export const GTIN = '09520000000004';
const RECORD = { pool_id: 'p-1', general: { product_name: 'Milk' }, outer: { traded_unit_gtin: GTIN } };

async function listening(handle) {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * A pool that knows one product, with `more` members, until it fails. Its requests are in `requests`,
 * and its answers have `headers`; without a change since the browser's last answer they are 304.
 */
export async function pool(more = {}) {
  const state = { fails: false, more, headers: {}, requests: [] };
  const server = await listening((request, response) => {
    const body = JSON.stringify({ data: { ...RECORD, ...state.more } });
    const etag = `"${Buffer.from(body).toString('base64url').slice(-40)}"`;
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*', ...state.headers };
    if (!request.url.startsWith('/v2/products/')) return response.writeHead(404, headers).end('{"errors":[]}');
    state.requests.push(request.headers);
    if (state.fails) return response.writeHead(500, headers).end('{}');
    const isKnown = request.headers['if-none-match'] === etag;
    return response.writeHead(isKnown ? 304 : 200, { ...headers, etag }).end(isKnown ? undefined : body);
  });
  return Object.assign(state, server);
}

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** A shop at its own origin: its pages, beside the package's files. */
export async function shop() {
  const pages = new Map();
  const server = await listening(async ({ url }, response) => {
    const page = { 'content-type': TYPES[extname(url)] ?? 'text/html' };
    if (!url.startsWith('/pkg/')) return response.writeHead(200, page).end(pages.get(url));
    const file = await readFile(join(ROOT, url)).catch(() => undefined);
    return response.writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(url)] ?? 'text/plain' }).end(file);
  });
  /** The address of a new page with this text. */
  const pageOf = (html) => {
    const path = `/${pages.size}`;
    pages.set(path, html);
    return server.address + path;
  };
  return { ...server, pages, pageOf };
}

/** A gateway whose answers hold for so many seconds, for pages of a shop. */
export async function gatewayTo({ address }, { address: origin }, fresh = 0) {
  const options = [
    'serve',
    '--upstream',
    address,
    '--upstream-token-file',
    'none',
    '--listen',
    '127.0.0.1:0',
    '--fresh',
    `${fresh}`,
    '--rate',
    '0',
  ];
  const pages = [
    '--pages',
    '--script',
    '/pkg/dist/card.js',
    '--static',
    `/pkg=${join(ROOT, 'pkg')}`,
    '--allow-origin',
    origin,
  ];
  const child = spawn(process.env.SERVER, [...options, ...pages], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NO_PROXY: '127.0.0.1', PRODUCT_POOL_TEST_CONSTANTS: 'follow=0' },
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { address: line, end: () => child.kill() };
}
