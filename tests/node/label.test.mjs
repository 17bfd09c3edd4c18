// The label for JavaScript: real views, and that they have the shape that
// the package declares, whatever the record.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY } from './support.mjs';
import { RICH, POOR, changed } from './label-records.mjs';
import { complaints, emptyLists } from './label-types.mjs';

const label = await import(new URL('label.js', ENTRY));
const { describe, diffProducts, jsonLd } = label;

test('views and differences have the declared shape, whatever the record', async () => {
  const pairs = [
    ['Description', await describe(RICH, { avoid: 'milk nuts gluten pollen' })],
    ['ProductDiff', await diffProducts(RICH, changed(RICH))],
  ];
  for (const record of POOR) {
    pairs.push(
      ['Description', await describe(record)],
      ['ProductDiff', await diffProducts(RICH, record)],
      ['ProductDiff', await diffProducts(record, RICH)],
    );
    assert.equal((await diffProducts(record, record)).same, true);
  }
  assert.deepEqual(await complaints(pairs), []);

  // An empty list is of every type, so the rich record has to fill them. (Members
  // have no members of their own, an allergen cannot stand against an accreditation,
  // and some lists need another product.)
  const excused =
    /^accreditations\[\]\.conflicts$|\.members\[\]\.(members|gluten|conflicts)$|^facts\.(ingredients|nutrition|additives|details)$/;
  const [[, view], [, diff]] = pairs;
  assert.deepEqual(
    emptyLists(view).filter((path) => !excused.test(path)),
    [],
  );
  assert.deepEqual(emptyLists(diff), []);
});

test('a notice has the words of the record that it is about', async () => {
  const notices = async (record) => (await describe(record)).notices;
  const none = { status: null, latestVersion: null, changedAt: null, replacedBy: [] };
  assert.deepEqual(await notices({ status: 'On hold', changed_at: '2999-01-31' }), [
    { ...none, kind: 'unknown-status', status: 'On hold' },
    { ...none, kind: 'future-date', changedAt: '2999-01-31' },
  ]);
  assert.deepEqual(await notices({ version: '4', latest_version: '3', replaced_by: [null] }), []);
});

test('a value of another shape is noticed: undeclared, missing or of another type', async () => {
  const good = { allergen: 'milk', answer: 'contains', components: [0], caution: null, peanuts: null, gluten: [] };
  const { caution, ...without } = good;
  const bad = [
    { ...good, more: 1 },
    without,
    { ...good, components: ['0'] },
    { ...good, allergen: null },
    [good],
    null,
  ];
  const found = await complaints([good, ...bad].map((value) => ['Verdict', value]));
  assert.deepEqual(
    [...new Set(found.map(({ line }) => line))],
    bad.map((_, index) => index + 3),
  );
});

test('values of the record are what JSON.parse makes of them', async () => {
  const values = '[1.50, 12345678901234567890, -0, 1e999, "x", null, {"__proto__": {"a": 1}, "b": 1, "b": 2}]';
  const [{ replacedBy: replaced }] = (await describe(`{"replaced_by": ${values}}`)).notices;
  const expected = JSON.parse(values).filter((value) => value !== null);
  assert.deepEqual(replaced, expected);
  assert.deepEqual(Object.keys(replaced.at(-1)), ['__proto__', 'b']);
  const { fields } = await diffProducts('{}', `{"unheard_of": ${values}}`);
  assert.deepEqual(fields[0].after.value, JSON.parse(values));
  const deep = '['.repeat(122) + ']'.repeat(122);
  const [place] = (await diffProducts('{}', `{"unheard_of": ${deep}}`)).fields;
  assert.equal(place.after.value, deep);
});

test('an object, its text, a whole answer and its text are the same product', async () => {
  const expected = await describe(RICH);
  const data = JSON.stringify(RICH);
  for (const given of [data, { data: RICH }, `{"data":${data}}`]) {
    assert.deepEqual(await describe(given), expected);
  }
  const exact = '{"components":[{"nutrients":{"fat_100":{"value":1.50,"units":"g"}}}]}';
  const [{ nutrition }] = (await describe(exact)).components;
  assert.equal(nutrition.rows[0].amounts[0].value, '1.50');
});

test('a list to avoid is text or texts', async () => {
  const names = async (avoid) => (await describe(RICH, { avoid })).avoid.verdicts.map((it) => it.allergen);
  assert.deepEqual(await names('milk, brazil nuts'), ['milk', 'brazil_nuts']);
  assert.deepEqual(await names(['milk', 'brazil nuts']), ['milk', 'brazil_nuts']);
  assert.deepEqual(await names(null), []);
  assert.deepEqual((await describe(RICH, { avoid: 'pollen' })).avoid.unknown, ['pollen']);
  await assert.rejects(describe(RICH, { avoid: 7 }), TypeError);
});

test('a value that is not a product is refused, and the next call works', async () => {
  for (const bad of [undefined, null, 7, [], '', '[]', '{"a":', 'null']) {
    await assert.rejects(describe(bad), { name: 'TypeError', code: 'invalid_argument' }, `${bad}`);
    await assert.rejects(diffProducts(RICH, bad), TypeError, `${bad}`);
    await assert.rejects(jsonLd(bad), TypeError, `${bad}`);
  }
  assert.equal((await describe(RICH)).name, RICH.general.product_name);
});

test('what would look like a product of which nothing is stated is refused, with the reason', async () => {
  const item = { pool_id: '7', product_name: 'Oat drink', components: [] };
  for (const [wrong, reason] of [
    [item, /an item of a list: request the product by its pool_id/],
    [{ data: [item], next: null }, /a page: pass one product/],
    [{ product: RICH, component: undefined }, /what was found for a GTIN: pass its product/],
    [Promise.resolve(RICH), /is a promise: await it/],
  ]) {
    await assert.rejects(describe(wrong), { name: 'TypeError', message: reason });
    await assert.rejects(diffProducts(RICH, wrong), { message: reason });
    await assert.rejects(jsonLd(wrong), { message: reason });
  }
  // Any section may be missing.
  for (const right of [{}, { pool_id: '7' }, { components: [] }, { general: {} }]) await describe(right);
});

test('an option that does not exist is refused, with the one that was meant', async () => {
  for (const [calling, message] of [
    [describe(RICH, { aviod: 'milk' }), 'there is no option aviod; did you mean avoid?'],
    [describe(RICH, { avoid: 'milk', lang: 'de' }), 'there is no option lang; there are avoid, messages'],
    [diffProducts(RICH, RICH, { message: {} }), 'there is no option message; did you mean messages?'],
    [diffProducts(RICH, RICH, { avoid: 'milk' }), 'there is no option avoid; there are messages'],
    [jsonLd(RICH, { images: 'https://images.test/1.png' }), 'there is no option images; did you mean image?'],
    [jsonLd(RICH, { URL: 'https://shop.test' }), 'URL is url here'],
    [describe(RICH, 'milk'), 'the options must be an object'],
    [describe(RICH, null), 'the options must be an object'],
  ]) {
    await assert.rejects(calling, { name: 'TypeError', message });
  }
  const unset = { image: undefined, url: null, unit: undefined, resolver: null, messages: undefined };
  assert.equal(await jsonLd(RICH, unset), await jsonLd(RICH));
});

test('JSON-LD has words, images and address, and ends no element', async () => {
  const hostile = structuredClone(RICH);
  hostile.general.product_name = '</script><script>alert(1)</script>';
  const text = await jsonLd(hostile, {
    image: { url: 'https://images.test/1.png' },
    url: new URL('https://shop.test/?a=1&b=2'),
  });
  assert.doesNotMatch(text, /[<>&]/);
  const document = JSON.parse(text);
  assert.equal(document.name, hostile.general.product_name);
  assert.equal(document.url, 'https://shop.test/?a=1&b=2');
  assert.deepEqual(document.image, ['https://images.test/1.png']);
  const milk = document.additionalProperty.find((it) => it.propertyID === 'allergen.milk');
  assert.deepEqual([milk.name, milk.value], ['Milk', 'Contains']);
  const words = { 'allergen.milk': 'Lait', 'status.contains': 'Contient' };
  const french = JSON.parse(await jsonLd(hostile, { messages: words }));
  const lait = french.additionalProperty.find((it) => it.propertyID === 'allergen.milk');
  assert.deepEqual([lait.name, lait.value], ['Lait', 'Contient']);
});

test('no word of English is missing in JSON-LD', async () => {
  for (const record of [RICH, ...POOR]) {
    for (const { name, value } of JSON.parse(await jsonLd(record)).additionalProperty) {
      assert.doesNotMatch(`${name} ${value}`, /\b(allergen|nutrient|status|nutrition)\.[a-z_-]+/);
    }
  }
});

test('many calls at once share one instance, and leave no memory behind', async () => {
  await Promise.all(Array.from({ length: 50 }, () => describe(RICH)));
  const glue = await import(new URL('wasm/label.js', ENTRY));
  // Release builds have short names.
  const memory = Object.values(await glue.default()).find((it) => it instanceof WebAssembly.Memory);
  const before = memory.buffer.byteLength;
  for (let round = 0; round < 200; round += 1) {
    await diffProducts(RICH, changed(RICH));
    await describe('[]').catch(() => {});
  }
  assert.equal(memory.buffer.byteLength, before);
});
