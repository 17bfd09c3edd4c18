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
    assert.deepEqual([success, numPassedTests], [true, 13]);
  });
}
