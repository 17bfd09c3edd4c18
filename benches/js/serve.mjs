// A server in a process of its own that responds from memory: its cost is minimal and the same for
// all contenders. The parent forks it and sends `{ product, page }`; it sends back its address.

import { createServer } from 'node:http';

process.once('message', ({ product, page }) => {
  const products = [Buffer.from(product)];
  const items = Buffer.from(`,"data":${JSON.stringify(JSON.parse(page).data)}}`);

  /** A page of a list without end: always the same items, with page numbers as cursors. */
  const list = (query) => [Buffer.from(`{"next":"${Number(query.get('cursor') ?? 0) + 1}","previous":null`), items];

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const parts = pathname === '/v2/products' ? list(searchParams) : products;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': parts.reduce((sum, part) => sum + part.length, 0),
    });
    for (const part of parts) response.write(part);
    response.end();
  });
  // Connections stay idle during the turns of other contenders.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
});

// Ends with its parent process.
process.on('disconnect', () => process.exit());
