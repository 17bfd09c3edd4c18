// Shared by the tests of messages to developers on the console: servers of a shop's
// page and of a service, each at an origin of its own.

import { createServer } from 'node:http';
import { extname } from 'node:path';
import { PATIENCE } from '../patience.mjs';
import { contentOf } from './support.mjs';
import { PAGE, until } from './shell-support.mjs';

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** @type {Set<import('node:http').Server>} */
const servers = new Set();

/** Closes all servers, which would otherwise keep the process from ending. */
export function closeServers() {
  for (const server of servers) server.close().closeAllConnections();
}

/** Starts a server; `answer(url, request)` gives [status, headers, body]. */
export async function serve(answer) {
  const server = createServer(async (request, response) => {
    const [status, headers, body] = await answer(new URL(request.url, 'http://here'), request);
    response.writeHead(status, headers).end(body);
  });
  servers.add(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

/** The origin of a server that is gone. */
export async function gone() {
  const { origin, close } = await serve(() => [200]);
  await close();
  return origin;
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const HTML = [200, { 'content-type': 'text/html' }, '<!doctype html><title>Shop</title>'];

/** A response that pages of all origins may read. */
export const open = ([status, headers, body]) => [
  status,
  { ...headers, 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
  body,
];

/** An error of the API. */
export const refused = (status) => open([status, JSON_TYPE, '{"errors":[{"title":"Refused"}]}']);

const SCRIPTS = '<script type="module" src="/start.js"></script>';
const START =
  "await Promise.all(['card', 'matrix', 'changes-view'].map((name) => import(`/pkg/dist/${name}.js`))); window.ready = true;";

/**
 * A page with `body` on its own server; `service(url, request)` answers under /v2
 * there. `files` replaces files by [status, headers, body]. `page.reports` has the
 * package's messages.
 */
export async function openShop(browser, { body = '', head = '', service, files = {}, headers = {} } = {}) {
  const shop = await serve(async (url, request) => {
    const path = url.pathname;
    if (path in files) return files[path];
    if (path === '/') return [200, { 'content-type': 'text/html', ...headers }, PAGE(`${SCRIPTS}${body}`, head)];
    if (path === '/start.js') return [200, { 'content-type': 'text/javascript' }, START];
    if (path.startsWith('/v2/') && service) return service(url, request);
    try {
      const content = await contentOf(path);
      return [200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }, content];
    } catch {
      return [404, { 'content-type': 'text/html' }, '<h1>Not found</h1>'];
    }
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.reports = [];
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith('product-pool: ')) page.reports.push([message.type(), text.slice(14)]);
  });
  page.origin = shop.origin;
  await page.goto(shop.origin);
  return page;
}

/** Waits for a message, and for what may follow it; gives all messages of the page. */
export async function messages(page, wait = 150) {
  await until(() => page.reports.length > 0);
  await page.waitForTimeout(wait);
  return page.reports;
}
