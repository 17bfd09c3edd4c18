// The element with its real WebAssembly: what it documents of itself against
// what it renders, what it leaves behind, and how it is used by keyboard under a
// strict policy.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { atNight } from '../drawn.mjs';
import { manifest } from '../../xtask/js/manifest.mjs';
import { REAL } from './real-support.mjs';
import { NOWHERE, ROOT, launch } from './support.mjs';
import { openShell, shows } from './shell-support.mjs';

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; style-src 'self'";

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const yes = { value: 1, description: 'Yes' };
const no = { value: 2, description: 'No' };
const reference = (description) => ({ id: 1, description });
const quantity = (value, units) => ({ value, units });

/** A record that has something for every panel. */
const FULL = {
  data: {
    pool_id: 'p-1',
    status: 'archived',
    version: '1',
    latest_version: '2',
    changed_at: '2024-07-02 14:25:26',
    replaced_by: ['p-2'],
    general: {
      product_name: 'Tomato Soup',
      brand_name: 'Fenwick',
      manufacturer_name: 'Fenwick Foods',
      manufacturer_address: '1 Mill Lane',
      product_description: 'Soup',
      storage_type: reference('Ambient'),
      product_category: reference('Soup'),
    },
    outer: {
      traded_unit_gtin: '09520000000011',
      consumer_units_per_traded: quantity(6, 'each'),
      outer_case_gross_weight: quantity(3.5, 'kg'),
    },
    pallet: { cases_per_pallet: quantity(40, 'cases') },
    logistics: { max_shelf_life: quantity(365, 'days') },
    waste_outer: {
      outer_packaging: [
        { packaging_type: reference('Box'), packaging_weight: 120, base_material_type: reference('Cardboard') },
      ],
    },
    components: [
      {
        general: { component_name: 'Soup', component_uuid: 'u-1' },
        origin: { country_of_origin: [reference('Italy')], place_of_provenance: 'Parma' },
        accreditations: { acc_brcgs_certified: yes, acc_organic: 'Yes', acc_vegan: 'Yes' },
        inner_other: { commodity_code: '2104', health_marks: 'GB 1' },
        additives: { artificial_colours: no, artificial_preservatives: yes },
        allergens: {
          contains_milk: yes,
          contains_fish: no,
          contains_tree_nuts: no,
          contains_walnut_nuts: yes,
          contains_eggs: { value: 3, description: 'May contain' },
        },
        free_from: { free_from_gluten: 'Yes' },
        nutrients: {
          nutrition_units: { id: 1, description: 'per 100g' },
          cal_100_kj: quantity(180, 'kJ'),
          cal_100_kcal: quantity(42, 'kcal'),
          fat_100: quantity(1.2, 'g'),
          sat_fat_100: quantity(0.3, 'g'),
          carb_100: quantity(6.6, 'g'),
          sugar_carb_100: quantity(5.1, 'g'),
          protein_100: quantity(1, 'g'),
          salt_100: quantity(0.6, 'g'),
        },
        ingredients: { formatted_ingredients: 'Tomatoes, <b>MILK</b>, salt.', contains_palm_oil: no },
        diets: { vegan_suitable: reference('No'), vegetarian_suitable: reference('Yes') },
        handling: { storage_instructions: 'Store in a cool place.', directions_for_use: 'Heat.' },
        inner: { internal_gtin: '95200004', inner_component_weight: { value: 400, units: 'g', units_id: 1 } },
        waste_inner: {
          inner_packaging: [
            { packaging_type: reference('Can'), packaging_weight: 50, base_material_type: reference('Steel') },
          ],
        },
        characteristics: { micro_trend_analysis: yes },
        supplementary_information: { pasteurised: 'Yes' },
        organoleptics: { organoleptic_taste: 'Of tomatoes' },
      },
    ],
  },
};

const image = (id) => ({
  id,
  description: `Image ${id}`,
  width: 800,
  height: 800,
  type: { id: 1, name: 'Front', description: 'Front' },
  url: `${NOWHERE}/pixel.png?${id}`,
  url_medium: `${NOWHERE}/pixel.png?${id}m`,
  url_large: `${NOWHERE}/pixel.png?${id}l`,
  url_original: `${NOWHERE}/pixel.png`,
});
const IMAGES = { page: 1, 'per page': 20, pages: 1, total: 3, data: ['a', 'b', 'c'].map(image) };

function answer(path) {
  if (path.startsWith('/images/')) return path.includes('/feature') ? { data: image('b') } : IMAGES;
  const status = Number(/\d{3}$/.exec(path)?.[0]);
  return path.startsWith('/products/s-') ? status || null : FULL;
}

describe('the element and its WebAssembly', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) =>
    openShell(browser, { fake: false, answer, ...options, files: { ...REAL, '/pixel.png': PIXEL, ...options?.files } });
  const card = (attributes) =>
    `<main><h1>Shop</h1><product-pool-card loading="eager" ${attributes}></product-pool-card></main>`;

  it('documents its attributes, slots, parts and custom properties, all of them and no others', async () => {
    const {
      modules: [{ declarations, exports }],
    } = await manifest(ROOT);
    const page = await open({ body: card('product-id="p-1" avoid="milk nuts fish celery" successor-url="/p/{id}"') });
    await shows(page);
    await page.waitForFunction(() =>
      document.querySelector('product-pool-card').shadowRoot.querySelector('[data-action="image"]'),
    );
    const seen = { slots: new Set(), parts: new Set() };
    // The change to another product is gathered with the others before any response arrives.
    const gather = async (id) => {
      const found = await page.evaluate(async (id) => {
        if (id) {
          document.querySelector('product-pool-card').productId = id;
          await new Promise((resolve) => setTimeout(resolve));
        }
        const all = [...document.querySelector('product-pool-card').shadowRoot.querySelectorAll('*')];
        return {
          slots: all.filter((one) => one.localName === 'slot').map(({ name }) => name),
          parts: all.flatMap((one) => [...one.part]),
        };
      }, id);
      for (const [kind, names] of Object.entries(found)) names.forEach((name) => seen[kind].add(name));
    };
    await gather();
    for (const [id, state] of [
      ['s-404', 'not-found'],
      ['s-', 'network'],
    ]) {
      await gather(id);
      await shows(page, state);
      await gather();
    }
    // The gallery is a panel only where a page selects it.
    await page.evaluate(() => {
      Object.assign(document.querySelector('product-pool-card'), { productId: 'p-1', panels: 'gallery' });
    });
    await page.waitForFunction(() =>
      document.querySelector('product-pool-card').shadowRoot.querySelector('[data-panel="gallery"]'),
    );
    await gather();
    const [documented] = declarations;
    const names = (list) => list.map(({ name }) => name).sort();
    assert.deepEqual([...seen.slots].sort(), names(documented.slots));
    assert.deepEqual([...seen.parts].sort(), [...new Set(names(documented.cssParts))]);
    const sheets = ['base', 'card'].map((name) => readFile(join(ROOT, 'pkg/styles', `${name}.css`), 'utf8'));
    const css = (await Promise.all(sheets)).join('');
    assert.deepEqual(names(documented.cssProperties), [...new Set(css.match(/--product-pool-[\w-]+/g))].sort());

    // Both elements say what they observe and have, as the declarations for TypeScript do.
    const real = await page.evaluate(() =>
      Object.fromEntries(
        ['product-pool-card', 'product-pool-config'].map((name) => {
          const Class = customElements.get(name);
          const own = [];
          for (let one = Class.prototype; one !== HTMLElement.prototype; one = Object.getPrototypeOf(one))
            own.push(...Object.getOwnPropertyNames(one));
          return [
            name,
            {
              attributes: Class.observedAttributes,
              members: own.filter((name) => !/Callback$|^(constructor|settingOf|connection)$/.test(name)),
            },
          ];
        }),
      ),
    );
    const types = await readFile(join(ROOT, 'pkg/dist/types/card.d.ts'), 'utf8');
    const view = await readFile(join(ROOT, 'pkg/dist/types/view.d.ts'), 'utf8');
    const readable = await page.evaluate(() => 'connection' in document.querySelector('product-pool-card'));
    assert.equal(readable, false);
    for (const { tagName, attributes, members, events, name } of declarations) {
      assert.deepEqual(names(attributes), [...real[tagName].attributes].sort());
      // What the base classes have for those of elements is in no declaration.
      for (const member of members) {
        assert.ok(real[tagName].members.includes(member.name), member.name);
        const declared = new RegExp(`\\b(get )?${member.name}\\(|\\breadonly ${member.name}: Promise<`);
        assert.match(types + view, declared, member.name);
      }
      assert.ok(members.length > attributes.length, tagName);
      for (const event of events) assert.ok(types.includes(`'${event.name}': ${event.type.text};`), event.name);
      assert.ok(
        exports.some(
          (one) => one.kind === 'custom-element-definition' && one.name === tagName && one.declaration.name === name,
        ),
      );
    }
    const folder = join(ROOT, 'pkg/src/card');
    const sources = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')));
    const announced = new Set(
      Array.from(sources.join('').matchAll(/\.announce\('([\w-]+)'/g), ([, name]) => `product-pool-${name}`),
    );
    assert.deepEqual(names(documented.events), [...announced].sort());
    await page.close();
  });

  atNight('leaves nothing behind: many cards more take no more memory', async () => {
    const page = await open({ body: '<main></main>' });
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.enable');
    const cycle = (times) =>
      page.evaluate(async (times) => {
        for (let at = 0; at < times; at += 1) {
          const card = document.createElement('product-pool-card');
          // Every way in and out is taken: words and records of many cards, changes, failures.
          Object.assign(card, {
            loading: 'eager',
            jsonLd: true,
            productId: at % 10 === 9 ? 's-404' : 'p-1',
            avoid: 'milk',
          });
          const settled = new Promise((resolve) => {
            card.addEventListener('product-pool-load', resolve);
            card.addEventListener('product-pool-error', resolve);
          });
          document.querySelector('main').append(card);
          await settled;
          card.density = 'compact';
          await null;
          card.remove();
          await new Promise((resolve) => setTimeout(resolve));
        }
      }, times);
    // Chromium itself holds on to removed elements whose styles it was still to invalidate,
    // until it next invalidates styles anywhere.
    const invalidateStyles = () =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('.measured main { color: red }');
        document.adoptedStyleSheets = [sheet];
        document.body.getBoundingClientRect();
        document.body.classList.toggle('measured');
        document.body.getBoundingClientRect();
      });
    const measure = async () => {
      await invalidateStyles();
      for (let at = 0; at < 3; at += 1) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      const wasm = await page.evaluate(async () => {
        // Once started, the glue gives the exports it has; a release shortens their names.
        const exports = await (await import('/pkg/dist/wasm/card.js')).default();
        return Object.values(exports).find((one) => one instanceof WebAssembly.Memory).buffer.byteLength;
      });
      return { usedSize, nodes, jsEventListeners, wasm };
    };
    // Until the engine has compiled what it compiles: of the first thousand it keeps 100 kB more.
    await cycle(1000);
    const before = await measure();
    await cycle(1000);
    const after = await measure();
    const seen = JSON.stringify({ before, after });
    assert.equal(after.wasm, before.wasm, seen);
    assert.ok(after.nodes <= before.nodes + 20, seen);
    assert.ok(after.jsEventListeners <= before.jsEventListeners + 5, seen);
    // A card holds some hundred kilobytes; what stays of one is nothing. The engine takes about 10 kB.
    assert.ok(after.usedSize - before.usedSize < 50_000, seen);
    await page.close();
  });

  it('is used by keyboard alone, under a strict policy', async () => {
    const page = await open({
      body: card('product-id="p-1"'),
      headers: { 'Content-Security-Policy': STRICT },
      viewport: { width: 900, height: 900 },
    });
    await shows(page);
    await page.waitForFunction(
      () =>
        document.querySelector('product-pool-card').shadowRoot.querySelectorAll('[data-action="image"]').length === 3,
    );
    const at = () =>
      page.evaluate(() => {
        const one = document.activeElement?.shadowRoot?.activeElement;
        return (
          one &&
          (one.dataset.action ?? one.closest('[data-toggle]')?.dataset.toggle ?? one.localName) +
            (one.dataset.index ?? '')
        );
      });
    const walked = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const one = await at();
      if (!one) break;
      walked.push(one);
    }
    // Everything that can be done is reached, in the order of the page.
    const order = ['zoom', 'image0', 'image1', 'image2', 'ingredients', 'nutrition'];
    const places = order.map((one) => walked.indexOf(one));
    assert.ok(
      places.every((place) => place >= 0),
      walked.join(),
    );
    assert.deepEqual(
      places,
      [...places].sort((one, other) => one - other),
      walked.join(),
    );

    const focus = (selector) =>
      page.evaluate(
        (selector) => document.querySelector('product-pool-card').shadowRoot.querySelector(selector).focus(),
        selector,
      );
    const shown = () =>
      page.evaluate(
        () =>
          document
            .querySelector('product-pool-card')
            .shadowRoot.querySelector('[data-action="zoom"] img')
            .src.split('?')[1],
      );
    await focus('[data-action="image"]');
    const first = await shown();
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 'image1');
    assert.notEqual(await shown(), first);
    await focus('[data-action="zoom"]');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    assert.equal(await at(), 'close');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 'close');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'hidden' });
    assert.equal(await at(), 'zoom');
    await focus('details[data-toggle="nutrition"] > summary');
    await page.keyboard.press('Space');
    await page.locator('details[data-toggle="nutrition"]:not([open])').waitFor();
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('prints under a strict policy too, in its own styles', async () => {
    const page = await open({ body: card('product-id="p-1"'), headers: { 'Content-Security-Policy': STRICT } });
    await shows(page);
    const printed = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver(() => {
            const view = document.querySelector('iframe')?.contentWindow;
            if (!view) return;
            view.print = () => {
              const root = view.document.body.firstElementChild.shadowRoot;
              resolve({
                border: view.getComputedStyle(root.querySelector('.card')).borderTopStyle,
                folds: [root, document.querySelector('product-pool-card').shadowRoot].map((root) =>
                  [...root.querySelectorAll('details')].map(({ dataset, open }) => `${dataset.toggle} ${open}`),
                ),
                text: root.textContent,
              });
            };
          }).observe(document.body, { childList: true });
        }),
    );
    await page.evaluate(() => document.querySelector('product-pool-card').print());
    const { border, folds, text } = await printed;
    // As the reader left them.
    assert.ok(folds[0].length > 0);
    assert.deepEqual(folds[0], folds[1]);
    assert.match(text, /Tomato Soup/);
    assert.equal(border, 'solid');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('has words in every language that there is a file of, and in no other', async () => {
    const files = (await readdir(join(ROOT, 'src/messages')))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5));
    const locale = await readFile(join(ROOT, 'pkg/src/shared/locale.ts'), 'utf8');
    const made = (await readdir(join(ROOT, 'pkg/dist/lang'))).map((name) => name.slice(0, -3));
    assert.deepEqual(made.sort(), files.sort());
    const named = Array.from(locale.matchAll(/import\('..\/..\/lang\/([\w-]+)\.js'\)/g), ([, name]) => name);
    assert.deepEqual(named.sort(), files);
  });

  atNight('has a hundred cards of one page in one WebAssembly, and draws them all', async () => {
    const page = await open({ body: '<main></main>' });
    const files = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await page.evaluate(() => {
      document.querySelector('main').innerHTML = Array.from(
        { length: 100 },
        (_, at) =>
          `<product-pool-card loading="eager" panels="summary allergens nutrition" product-id="p-${at % 20}"></product-pool-card>`,
      ).join('');
    });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('product-pool-card')].every((card) =>
        card.shadowRoot.querySelector('[data-panel="nutrition"]'),
      ),
    );
    assert.equal(files.filter((path) => path.endsWith('card_bg.wasm')).length, 1);
    assert.equal(files.filter((path) => path.startsWith('/v2/products/')).length, 20);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
