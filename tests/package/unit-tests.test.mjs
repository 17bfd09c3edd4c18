// The packed package in the unit tests of shops, which run in Node in a DOM without layout or style
// sheets: an element may be mounted, changed and removed there, and never makes a run fail.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { GTIN, TOOLS, makeProject, run, startService, write } from './support.mjs';

const project = await makeProject();
const service = await startService();

const TESTS = `
import { configure } from 'product-pool/card';
import 'product-pool/matrix';
import 'product-pool/changes-view';
import 'product-pool/scanner';
import { FakePool } from 'product-pool/testing';

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const PRODUCT = { data: { pool_id: 'p', general: { product_name: 'Soup' }, components: [] } };
const ELEMENTS = {
  'product-pool-card': { gtin: '${GTIN}', avoid: 'milk', variant: 'summary', 'json-ld': '' },
  'product-pool-matrix': { gtins: '${GTIN}' },
  'product-pool-changes': { 'product-id': 'p', from: '1' },
};

for (const baseUrl of ['${service}', 'http://127.0.0.1:9'])
  for (const [name, attributes] of Object.entries(ELEMENTS))
    for (const wait of [0, 100])
      test(\`\${name} for \${wait} ms, \${baseUrl}\`, async () => {
        configure({ baseUrl, maxRetries: 0 });
        const element = document.createElement(name);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        element.innerHTML = '<a href="/label.pdf">Label</a>';
        document.body.append(element);
        expect(element.querySelector('a').textContent).toBe('Label');
        await pause(wait);
        for (const [key, value] of [['theme', 'dark'], ['lang', 'de'], ['density', 'compact'], ['variant', 'full']])
          element.setAttribute(key, value);
        element.avoid = 'eggs';
        expect(element.getAttribute('lang')).toBe('de');
        await pause(wait);
        element.remove();
        await pause(wait);
      });

const states = ['loading', 'ready', 'failed', 'recalled'];

/** By custom states, or by the attribute that takes their place. */
const isIn = (element, state) => {
  const words = element.dataset.state?.split(' ');
  const hasStates = typeof ElementInternals === 'function' && 'states' in ElementInternals.prototype;
  return words ? words.includes(state) : hasStates && element.matches(\`:state(\${state})\`);
};

test('a card of a fake pool is drawn, and waited for as other elements are', async () => {
  const pool = new FakePool();
  configure({ client: pool, loading: 'eager' });
  const card = document.createElement('product-pool-card');
  await card.updateComplete;
  document.body.append(card);
  await card.updateComplete;
  expect(states.filter((state) => isIn(card, state))).toEqual([]);
  for (const [gtin, text, ...expected] of [
    ['09520000000004', 'Prawn Pad Thai', 'ready'],
    ['09520000000011', 'could not find', 'failed'],
    ['09520000000202', 'Chocolate Spread', 'ready', 'recalled'],
    ['', ''],
  ]) {
    card.gtin = gtin;
    await card.updateComplete;
    expect([gtin, states.filter((state) => isIn(card, state))]).toEqual([gtin, expected]);
    expect(card.shadowRoot.textContent).toContain(text);
  }
  expect(pool.requests[0]).toBe('/v2/products/gtin/09520000000004');
  card.gtin = '09520000000004';
  const changed = card.updateComplete;
  card.remove();
  await changed;
  configure({ client: null, loading: null });
});

test('a scanner announces what is typed', async () => {
  const scanner = document.createElement('product-pool-scanner');
  const scans = [];
  document.addEventListener('product-pool-scan', ({ detail }) => scans.push(detail));
  document.body.append(scanner);
  await scanner.updateComplete;
  expect(isIn(scanner, 'ready')).toBe(true);
  const type = async (text) => {
    scanner.shadowRoot.querySelector('input').value = text;
    scanner.shadowRoot.querySelector('form').dispatchEvent(new Event('submit', { cancelable: true }));
    await pause(20);
  };
  await type('milk');
  expect(scans).toEqual([]);
  expect(scanner.shadowRoot.textContent).toContain('This is not a barcode number.');
  await type('952 0000 000004');
  expect(scans).toEqual([{ gtin: '09520000000004', text: '952 0000 000004' }]);
  scanner.htmlFor = 'search';
  scanner.lang = 'de';
  await scanner.updateComplete;
  expect(scanner.shadowRoot.querySelector('input').hidden).toBe(true);
  scanner.remove();
});

test('what is left in the page', () => {
  document.body.innerHTML = '<product-pool-card loading="eager"></product-pool-card>';
  document.querySelector('product-pool-card').product = PRODUCT;
});
`;

for (const environment of ['jsdom', 'happy-dom']) {
  test(`vitest with ${environment}`, async () => {
    await write(project, { [`${environment}.test.js`]: TESTS });
    const options = [
      '--run',
      '--globals',
      '--environment',
      environment,
      '--reporter',
      'json',
      `${environment}.test.js`,
    ];
    const { stdout } = await run(process.execPath, [join(TOOLS, 'vitest/vitest.mjs'), ...options], { cwd: project });
    const { success, numPassedTests } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    assert.deepEqual([success, numPassedTests], [true, 15]);
  });
}
