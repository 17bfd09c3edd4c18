// A server in a process of its own that responds from memory: its cost is minimal
// and the same for all contenders. Beside the service's paths it serves the
// package and the benchmarks, for the browser.
//
// The parent forks it and sends `{ product, page, pages, folders }`; it sends back
// the address on which it listens.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

process.once('message', ({ product, page, pages, folders }) => {
  const products = Buffer.from(product);
  const { data } = JSON.parse(page);
  const rest = Buffer.from(`,"data":${JSON.stringify(data)}}`);

  /** A page of the list: always the same items, with page numbers as cursors. */
  function list(query) {
    const at = Number(query.get('cursor') ?? 0);
    const next = at + 1 < pages ? `"${at + 1}"` : 'null';
    const previous = at > 0 ? `"${at - 1}"` : 'null';
    return [Buffer.from(`{"next":${next},"previous":${previous}`), rest];
  }

  function find(path, query) {
    if (path.startsWith('/v2/products/gtin/')) return ['.json', [products]];
    if (path === '/v2/products') return ['.json', list(query)];
    for (const [prefix, folder] of Object.entries(folders)) {
      if (path.startsWith(prefix)) {
        const file = join(folder, normalize(`/${path.slice(prefix.length)}`));
        if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
          return [extname(file), [readFileSync(file)]];
        }
      }
    }
    return undefined;
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const [kind, parts] = find(pathname, searchParams) ?? ['.html', [Buffer.from('not found')]];
    response.writeHead(parts.length && kind in TYPES ? 200 : 404, {
      'content-type': TYPES[kind] ?? 'application/octet-stream',
      'content-length': parts.reduce((sum, part) => sum + part.length, 0),
      'cache-control': 'no-store',
      // A cross-origin isolated page has a clock resolution of 5 µs instead of 100.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    for (const part of parts) response.write(part);
    response.end();
  });
  // Connections stay idle during the turns of other contenders.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => {
    process.send(`http://127.0.0.1:${server.address().port}`);
  });
});

// Ends with its parent process.
process.on('disconnect', () => process.exit());
