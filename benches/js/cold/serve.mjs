// One server for all contenders: everything from memory, everything in brotli,
// the service's answers beside the files. Each contender has an address of its
// own, so that no browser can know a file from another's visit.

import { createServer } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** What servers spend on a file once, and on an answer each time. */
const compress = (bytes, quality) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const ONCE = 11;
const EACH_TIME = 5;

/** Starts the server of one contender; gives its address and what ends it. */
export async function serve({ html, files, isRendered }, answers) {
  const ready = new Map();
  const keep = (path, type, bytes, quality) => ready.set(path, { type, body: compress(bytes, quality) });
  keep('/', TYPES['.html'], html, isRendered ? EACH_TIME : ONCE);
  for (const [path, bytes] of Object.entries(files)) keep(path, TYPES[extname(path)], bytes, ONCE);
  for (const [path, text] of Object.entries(answers)) keep(path, TYPES['.json'], text, EACH_TIME);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const found = ready.get(pathname);
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
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
