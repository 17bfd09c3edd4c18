// Which responses about images a card requests, by the table that is generated from
// `Variant::shows_image` and `Variant::shows_all_images`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesOf } from '../../pkg/src/card/request.js';

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
