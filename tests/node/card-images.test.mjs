// Which responses about images a card requests, by the table that is generated from
// `Variant::shows_image` and `Variant::shows_all_images`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestImages } from '../../pkg/dist/src/card/fetch.js';
import { imagesOf } from '../../pkg/dist/src/card/request.js';

test('a card requests the images that its variant and panels show', () => {
  for (const [variant, panels, jsonLd, expected] of [
    ['full', null, false, ['image', 'images']],
    ['full', 'allergens nutrition', false, []],
    ['full', 'nutrition, SUMMARY', false, ['image', 'images']],
    ['full', 'gallery', false, ['image', 'images']],
    ['summary', null, false, ['image']],
    ['summary', 'allergens', false, []],
    ['summary', 'allergens gallery', false, ['image', 'images']],
    ['badges', null, false, []],
    ['badges', 'summary', false, ['image']],
    // The description for search engines has the feature image.
    ['badges', null, true, ['image']],
    ['full', 'allergens', true, ['image']],
  ]) {
    assert.deepEqual(imagesOf({ variant, panels, jsonLd }), expected, `${variant} ${panels} ${jsonLd}`);
  }
});

test('no identifier leads a request elsewhere', async (t) => {
  const requested = [];
  // Responses are shared for a while, which would keep this process alive.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(globalThis, 'fetch', async (url) => {
    requested.push(url);
    return new Response('{"data": {}}');
  });
  const options = { signal: new AbortController().signal };
  const connection = { baseUrl: 'https://pool.example', token: 'secret' };
  for (const id of ['..', ' .. ', '../../me', '..\\..\\me', '..%2Fme', '%2e%2e', '..;a=b', '..?a', '..#a']) {
    assert.equal(await requestImages(connection, id, true, options), undefined, id);
  }
  assert.deepEqual(requested, []);
  assert.equal(await requestImages(connection, 'a/b 1.5', true, options), '{"data": {}}');
  assert.deepEqual(requested, ['https://pool.example/v2/images/a%2Fb%201.5/feature']);
});
