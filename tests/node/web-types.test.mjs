// The description of the elements for editors that read web-types, against the manifest
// of the elements and what their classes observe.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { customData, manifest, webTypes } from '../../xtask/js/manifest.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('documents the elements for editors that read web-types', async () => {
  const made = await manifest(ROOT);
  const {
    contributions: {
      html: { elements },
    },
  } = webTypes(made, { name: 'product-pool', version: '1' });
  const declarations = made.modules.flatMap((module) => module.declarations);
  assert.deepEqual(
    elements.map(({ name }) => name),
    declarations.map(({ tagName }) => tagName),
  );
  for (const [at, { attributes, slots, js, css }] of elements.entries()) {
    const from = declarations[at];
    assert.deepEqual(
      attributes.map(({ name }) => name),
      from.attributes.map(({ name }) => name),
    );
    assert.equal(slots.length, from.slots.length);
    assert.equal(js.events.length, from.events.length);
    assert.equal(css.parts.length, from.cssParts.length);
    for (const entry of [...attributes, ...slots, ...js.events, ...js.properties, ...css.parts, ...css.properties]) {
      assert.ok(entry.description?.length > 10, JSON.stringify(entry));
    }
  }
  // The elements over the label observe what is documented of them.
  for (const [file, name] of [
    ['matrix.js', 'ProductPoolMatrix'],
    ['changes-view.js', 'ProductPoolChanges'],
  ]) {
    const { [name]: Class } = await import(new URL(`../../pkg/dist/${file}`, import.meta.url));
    const { attributes } = declarations.find((one) => one.name === name);
    assert.deepEqual(attributes.map((one) => one.name).sort(), [...Class.observedAttributes].sort());
  }
  const theme = elements[0].attributes.find(({ name }) => name === 'theme');
  assert.deepEqual(theme.value, { type: ["'auto'", "'light'", "'dark'"] });
});

it('documents them for Visual Studio Code', async () => {
  const made = await manifest(ROOT);
  const declarations = made.modules.flatMap((module) => module.declarations);
  const { html, css } = customData(made);
  assert.deepEqual(
    html.tags.map(({ name, attributes }) => [name, attributes.map((one) => one.name)]),
    declarations.map(({ tagName, attributes }) => [tagName, attributes.map((one) => one.name)]),
  );
  const [card] = html.tags;
  const attribute = (name) => card.attributes.find((one) => one.name === name);
  assert.deepEqual(attribute('theme').values, [{ name: 'auto' }, { name: 'light' }, { name: 'dark' }]);
  assert.deepEqual([attribute('gtin').values, attribute('gtin').valueSet], [undefined, undefined]);
  assert.equal(attribute('json-ld').valueSet, 'v');
  for (const words of ['**Slots**', '`before-nutrition`', '**Events**', '`product-pool-load`', '**Parts**'])
    assert.ok(card.description.value.includes(words), words);
  assert.deepEqual(
    css.properties.map(({ name }) => name),
    declarations.flatMap(({ cssProperties }) => cssProperties.map(({ name }) => name)),
  );
});
