// A pool that fails in many ways: what stands in front of the real one and spoils some of its answers.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Bodies of the wrong type: none of them is a record, or a list of any. */
const GARBAGE = [
  '[]',
  'null',
  '"text"',
  '{}',
  '{"data":7}',
  '{"data":"text"}',
  '{"data":[[]]}',
  '<html></html>',
  '\ud800',
];
const JSON_TYPE = { 'content-type': 'application/json' };
const ERROR = '{"errors":[{"code":"chaos","detail":"a fault of the test"}]}';
/** Of an answer, what goes on to the gateway. */
const HEADERS = /^(content-type|etag|last-modified|cache-control|retry-after|www-authenticate|.*(limit|quota).*)$/;

/** How an answer is spoilt: each takes the response and the body as it should have been. */
export const FAULTS = {
  429: (response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' }).end(ERROR),
  503: (response) => response.writeHead(503, JSON_TYPE).end(ERROR),
  latency: async (response, { status, headers, body }, random) => {
    await sleep(random() * 4000);
    response.writeHead(status, headers).end(body);
  },
  truncation: (response, { status, headers, body }, random) => {
    response.writeHead(status, { ...headers, 'content-length': body.length });
    response.write(body.subarray(0, Math.floor(random() * body.length)), () => response.destroy());
  },
  'wrong types': (response, _, random) =>
    response.writeHead(200, JSON_TYPE).end(GARBAGE[Math.floor(random() * GARBAGE.length)]),
  disconnects: (response) => response.destroy(),
  'quota spent': (response) =>
    response.writeHead(429, { ...JSON_TYPE, 'x-quota-limit': '2000', 'x-quota-remaining': '0' }).end(ERROR),
};

/** Starts it before the pool at `target`; `fault` is the name of that which befalls two answers in three. */
export async function faultyPool(target, random) {
  const state = { fault: undefined, spoilt: 0 };
  const server = createServer(async ({ url, headers }, response) => {
    try {
      const { authorization, 'if-none-match': known } = headers;
      const sent = { authorization, 'accept-encoding': 'identity', ...(known && { 'if-none-match': known }) };
      const answer = await fetch(target + url, { headers: sent });
      const kept = Object.fromEntries([...answer.headers].filter(([name]) => HEADERS.test(name)));
      const whole = { status: answer.status, headers: kept, body: Buffer.from(await answer.arrayBuffer()) };
      if (!state.fault || random() < 1 / 3) return response.writeHead(whole.status, kept).end(whole.body);
      state.spoilt += 1;
      return await FAULTS[state.fault](response, whole, random);
    } catch {
      // The pool itself was killed.
      return response.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    address: `http://127.0.0.1:${server.address().port}`,
    end: () => (server.closeAllConnections(), server.close()),
  });
}
