// The messages to developers: each is in the documentation word for word, and none has
// what may be a secret in it. The pages in which they appear are in tests/e2e/.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { reportFailure } from '../../pkg/dist/src/diagnostics/diagnostics.js';
import { MESSAGES } from '../../pkg/dist/src/diagnostics/messages.js';
import { causeOfNetworkError, withoutSecrets } from '../../pkg/dist/src/diagnostics/network.js';

const EXAMPLE = {
  baseUrl: 'https://pool.example',
  origin: 'https://shop.example',
  service: 'https://pool.example',
  element: 'product-pool-card',
  attributes: 'gtin, product-id',
  property: 'property product',
  name: 'NAME',
  value: 'VALUE',
  remedy: 'Did you mean NAME?',
  product: 'GTIN',
  gtin: 'GTIN',
  productId: 'ID',
  last: '9',
  right: '1',
  status: 'STATUS',
  url: 'ADDRESS',
  reason: 'REASON',
  other: 'OTHER',
};

/** The two texts of a message about the example. */
const textsOf = (cause) => MESSAGES[cause].map((text) => text.replace(/\{(\w+)\}/g, (_, name) => EXAMPLE[name]));

test('docs/messages.md has every message, in the same order', () => {
  const file = new URL('../../docs/messages.md', import.meta.url);
  const page = readFileSync(file, 'utf8');
  const rows = Object.keys(MESSAGES).map((cause) => {
    const [what, remedy] = textsOf(cause);
    return `| \`${what}\` | ${remedy} |`;
  });
  const table = ['| the console says | what to do |', '|---|---|', ...rows, ''].join('\n');
  const written = page.slice(page.indexOf('| the console says |'));
  if (process.env.UPDATE_SNAPSHOTS)
    writeFileSync(
      file,
      page.replace(written, () => table),
    );
  else assert.equal(written, table, 'UPDATE_SNAPSHOTS=1 writes the table');
});

test('every message is two or more sentences, and every cause that is reported has one', () => {
  for (const cause of Object.keys(MESSAGES)) {
    const [what, remedy] = textsOf(cause);
    assert.match(what, /^[A-Z<].*\.$/, cause);
    assert.match(remedy, /^[A-Z].*[.?]$/, cause);
  }
  const sources = [
    'card/events.ts',
    'card/json-ld.ts',
    'card/panels.ts',
    'card/product-element.ts',
    'wasm/bytes.ts',
    'wasm/view-module.ts',
  ].concat(
    ['attributes', 'config', 'element', 'failures', 'locale', 'mounted-view', 'token'].map(
      (name) => `shared/${name}.ts`,
    ),
  );
  const reported = sources.flatMap((name) => {
    const text = readFileSync(new URL(`../../pkg/src/${name}`, import.meta.url), 'utf8');
    const causes = Array.from(text.matchAll(/\breport(?:\?\.)?\(\s*'([^']+)'/g), ([, cause]) => cause);
    assert.ok(causes.length > 0, name);
    return causes;
  });
  for (const cause of reported) assert.ok(cause in MESSAGES, cause);
});

test('the message about a language without messages names those that have some', () => {
  const names = readdirSync(new URL('../../src/messages/', import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5));
  const [, remedy] = MESSAGES['no-language'];
  const [, named] = /one of (.*), or/.exec(remedy);
  assert.deepEqual(named.split(/, | and /).sort(), names.sort());
});

test('addresses are shown without what may be a secret', () => {
  for (const [address, shown] of [
    ['https://me:secret@pool.example:8443/pool/?key=secret#secret', 'https://pool.example:8443/pool'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['//me:secret@pool.example?secret', '//pool.example'],
    ['http://me:secret@:bad', 'http://:bad'],
    ['', ''],
  ]) {
    assert.equal(withoutSecrets(address), shown);
  }
});

test('the cause of a failed request is found without the words of an engine', () => {
  const { location } = globalThis;
  try {
    for (const [page, to, cause] of [
      ['https:', 'https://pool.example', 'unreachable'],
      ['https:', 'http://pool.example', 'mixed-content'],
      ['https:', 'http://localhost:8080', 'unreachable'],
      ['https:', 'http://[::1]:8080', 'unreachable'],
      ['http:', 'http://pool.example', 'unreachable'],
      ['file:', 'https://pool.example', 'file'],
    ]) {
      globalThis.location = { protocol: page };
      assert.equal(causeOfNetworkError(new URL(to)), cause, `${page} to ${to}`);
    }
  } finally {
    globalThis.location = location;
  }
});

test('a message is on one line, not too long, and written once for a service', async () => {
  const written = [];
  const { error } = console;
  console.error = (text) => written.push(text);
  try {
    for (const gtin of ['1', '2', '3']) {
      const message = `first\nsecond\u0000${'x'.repeat(500)}`;
      await reportFailure({ baseUrl: 'https://pool.example', gtin }, { code: 'http', status: 500, message });
    }
    await reportFailure({ baseUrl: 'https://other.example' }, { code: 'http', status: 500, message: 'other' });
    await reportFailure({ baseUrl: 'nonsense' }, { code: 'invalid_argument', message: 'the base URL is not valid' });
  } finally {
    console.error = error;
  }
  assert.equal(written.length, 3);
  assert.match(written[0], /^product-pool: The service at https:\/\/pool\.example answered 500: first second x+…\. /);
  assert.ok(written[0].length < 400);
  assert.match(written[1], /other\.example answered 500: other\. /);
  assert.match(written[2], /was not requested: the base URL is not valid\. Check/);
});
