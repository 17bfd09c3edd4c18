// WebAssembly as it comes from the `fetch` of a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWasm } from '../../pkg/dist/src/wasm/bytes.js';

const BYTES = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const headers = new Headers({ 'content-type': 'application/wasm' });

test('a response of the browser is compiled while it arrives', async () => {
  const response = new Response(BYTES, { headers });
  assert.equal(await readWasm(response), response);
});

test('of a response that a page has made, as in place of `fetch`, the bytes are taken', async () => {
  const response = { ok: true, status: 200, url: '/card.wasm', headers, arrayBuffer: async () => BYTES.buffer };
  const reports = [];
  assert.equal(await readWasm(response, (...report) => reports.push(report)), BYTES.buffer);
  assert.deepEqual(reports, []);
});
