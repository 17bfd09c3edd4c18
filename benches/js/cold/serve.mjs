// The server of each contender: everything from memory and in brotli, the service's
// responses beside the files. Each contender has an origin of its own, so that the
// contenders share no cache.

import { createServer } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Compresses: files once at the best quality, responses each time at a fast one. */
const ONCE = 11;
const EACH_TIME = 5;

/** Files that several contenders have, compressed. */
const known = new WeakMap();

function compress(bytes, quality) {
  if (known.has(bytes)) return known.get(bytes);
  const body = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  if (typeof bytes === 'object') known.set(bytes, body);
  return body;
}

/** Starts the server of one contender; returns its address and a function that stops it. */
export async function serve({ html, files, isRendered }, responses) {
  const resources = new Map();
  const add = (path, type, bytes, quality) => resources.set(path, { type, body: compress(bytes, quality) });
  add('/', TYPES['.html'], html, isRendered ? EACH_TIME : ONCE);
  for (const [path, bytes] of Object.entries(files)) add(path, TYPES[extname(path)], bytes, ONCE);
  for (const [path, text] of Object.entries(responses)) add(path, TYPES['.json'], text, EACH_TIME);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const found = resources.get(pathname);
    if (!found) {
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    response.writeHead(200, {
      'content-type': found.type,
      'content-encoding': 'br',
      'content-length': found.body.length,
      'cache-control': 'no-cache',
    });
    response.end(found.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
