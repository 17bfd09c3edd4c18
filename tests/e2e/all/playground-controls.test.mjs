// The controls of the playground: each attribute, slot and panel, and the width, on the
// element, in the markup and in the address.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PANELS } from '../../../pkg/dist/src/card/panels.js';
import { VARIANTS } from '../../../pkg/dist/src/shared/variants.js';
import { manifest } from '../../../xtask/js/manifest.mjs';
import { parseReference } from '../../../www/playground/reference.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, launch } from '../support.mjs';
import { LANGUAGES } from '../../states.mjs';
import {
  ELEMENTS,
  markup,
  openGroups,
  openPlayground,
  query,
  settled,
  showcase,
  shown,
} from '../playground-support.mjs';

/** A value for each attribute that may have any text. */
const TEXTS = {
  gtin: '(01)09520000002008',
  'product-id': 'a"b<c&d',
  version: '2',
  'base-url': '/elsewhere',
  avoid: 'milk nuts',
  'successor-url': '/?product={id}',
  gtins: '09520000000004 9520000002008',
  caption: 'Lunch & dinner',
  filename: 'lunch.csv',
  from: '1',
  to: '2',
  lang: 'de',
};

/** A valid value of an attribute of this kind that is not its default. */
function sampleOf(name, kind) {
  if (name === 'panels') return VARIANTS.full;
  if (Array.isArray(kind)) return kind.at(-1);
  return { boolean: '', 'whole number': '7', 'number from 1 to 6': '4' }[kind] ?? TEXTS[name];
}

const escaped = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

describe('the controls of the playground', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** Sets a control as a visitor does; undefined clears it. */
  async function set(page, name, value) {
    const control = page.locator(`#attribute-${name}`);
    const kind = await control.evaluate((node) => (node.localName === 'select' ? 'select' : node.type));
    if (kind === 'select') await control.selectOption(value ?? '');
    else if (kind === 'checkbox') await control.setChecked(value !== undefined);
    else await control.fill(value ?? '');
  }

  for (const [element, { tag, table }] of Object.entries(ELEMENTS)) {
    it(`set and clear every attribute of the ${element}`, async () => {
      const page = await openPlayground(browser, `?element=${element}`);
      await openGroups(page);
      const names = await page
        .locator('#attributes [id^="attribute-"]:is(input, select)')
        .evaluateAll((all) => all.map(({ id }) => id.slice('attribute-'.length)).sort());
      assert.deepEqual(names, [...Object.keys(table), 'lang'].sort());
      for (const name of names) {
        const value = sampleOf(name, table[name]?.[1]);
        assert.notEqual(value, undefined, `no sample for ${name}`);
        await set(page, name, value);
        assert.equal(await shown(page).evaluate(({ localName }) => localName), tag);
        assert.equal(await shown(page).getAttribute(name), value, name);
        const text = await markup(page);
        assert.ok(text.includes(value ? ` ${name}="${escaped(value)}"` : ` ${name}`), `${name}: ${text}`);
        assert.equal(query(page).get(name), value, name);
        await set(page, name, undefined);
        assert.equal(await shown(page).getAttribute(name), null, name);
        assert.equal(query(page).has(name), false, name);
        assert.ok(!(await markup(page)).includes(` ${name}`), name);
      }
      await page.close();
    });

    it(`describe the ${element} as the package's manifest does`, async () => {
      const { modules } = await manifest(ROOT);
      const declared = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === tag);
      const source = { card: 'card/element.ts', matrix: 'views/matrix.ts', changes: 'views/changes.ts' }[element];
      const sources = [source, 'shared/view.ts'].map((path) => readFile(join(ROOT, 'pkg/src', path), 'utf8'));
      const names = declared.attributes.map(({ name }) => [name, true]);
      const reference = parseReference((await Promise.all(sources)).join('\n'), Object.fromEntries(names));
      const pairs = (list) => list.map(({ name, description }) => [name, description]).sort();
      assert.deepEqual(pairs(reference.attr), pairs(declared.attributes));
      assert.deepEqual(pairs(reference.slot), pairs(declared.slots));
      assert.deepEqual(pairs(reference.fires), pairs(declared.events));
      assert.ok(reference.attr.length > 3 && reference.slot.length > 0 && reference.fires.length > 1);
      const page = await openPlayground(browser, `?element=${element}`);
      for (const { name, description } of declared.attributes) {
        const hint = await page.locator(`#attribute-${name}-hint`).textContent();
        assert.equal(hint, description.replaceAll('`', ''), name);
      }
      await page.close();
    });
  }

  it('offer every language that is built', async () => {
    const page = await openPlayground(browser);
    const offered = await page
      .locator('#attribute-lang option')
      .evaluateAll((all) => all.map(({ value }) => value).filter(Boolean));
    assert.deepEqual(offered.sort(), LANGUAGES);
    await page.close();
  });

  it('change the card that is shown, and hold for the next state', async () => {
    const page = await openPlayground(browser, '?state=many-allergens');
    await settled(page);
    await openGroups(page);
    await shown(page).evaluate((element) => {
      element.isTheSame = true;
    });
    await set(page, 'lang', 'de');
    await shown(page).locator('.card[lang="de"]').waitFor();
    await set(page, 'theme', 'dark');
    await page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('#stage > *').shadowRoot.querySelector('.card')).colorScheme === 'dark',
    );
    await set(page, 'avoid', 'fish');
    await shown(page).locator('.verdict[data-answer="contains"]').waitFor();
    await shown(page).locator('details[data-toggle="nutrition"][open]').waitFor();
    await set(page, 'density', 'compact');
    await shown(page).locator('details[data-toggle="nutrition"]:not([open])').waitFor();
    assert.equal(await shown(page).evaluate((element) => element.isTheSame), true);
    await page.locator('#states a[data-key="drink"]').click();
    await shown(page).locator('.card[lang="de"] .verdict:not([data-answer="contains"])').waitFor();
    const { gtin } = showcase.get('drink');
    assert.equal(
      (await markup(page)).replaceAll(/\s+/g, ' '),
      `<product-pool-card gtin="${gtin}" lang="de" theme="dark" avoid="fish" density="compact"></product-pool-card>`,
    );
    assert.equal(query(page).get('avoid'), 'fish');
    await page.getByRole('button', { name: 'Reset' }).click();
    await shown(page).locator('.card[lang="en-GB"]').waitFor();
    assert.equal(new URL(page.url()).search, '?state=drink');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  const panels = (page) =>
    shown(page).evaluate(({ shadowRoot }) =>
      Array.from(shadowRoot.querySelectorAll('[data-panel]'), ({ dataset }) => dataset.panel),
    );
  const drawn = (page, names) =>
    page.waitForFunction((expected) => {
      const all = document.querySelector('#stage > *').shadowRoot.querySelectorAll('[data-panel]');
      return Array.from(all, ({ dataset }) => dataset.panel).join() === expected;
    }, names.join());

  it('choose panels, of which one always stays, and their order', async () => {
    const page = await openPlayground(browser, '?state=many-allergens');
    await settled(page);
    await openGroups(page);
    const usual = await panels(page);
    assert.ok(usual.length > 8, usual.join());
    await page.getByLabel('Choose the panels').check();
    const list = page.locator('.panel-list input');
    assert.deepEqual(await list.evaluateAll((all) => all.map(({ value }) => value)), PANELS);
    for (const name of VARIANTS.full.split(' ')) {
      if (!['allergens', 'nutrition'].includes(name))
        await page.locator(`.panel-list input[value="${name}"]`).uncheck();
    }
    await drawn(page, ['allergens', 'nutrition']);
    const up = page.getByRole('button', { name: 'Move nutrition up' });
    for (let moves = 0; moves < PANELS.indexOf('nutrition'); moves += 1) await up.press('Enter');
    await drawn(page, ['nutrition', 'allergens']);
    assert.equal(query(page).get('panels'), 'nutrition allergens');
    await page.getByText(`nutrition is number 1 of ${PANELS.length}`).waitFor({ state: 'attached' });
    // At the end of its way the button keeps the focus, and does nothing.
    assert.equal(await up.getAttribute('aria-disabled'), 'true');
    assert.equal(await up.evaluate((button) => button === document.activeElement), true);
    await up.press('Enter');
    assert.equal(query(page).get('panels'), 'nutrition allergens');
    await page.locator('.panel-list input[value="nutrition"]').uncheck();
    await page.locator('.panel-list input[value="allergens"]').press('Space');
    assert.equal(await page.locator('.panel-list input[value="allergens"]').isChecked(), true);
    await drawn(page, ['allergens']);
    await page.reload();
    await settled(page);
    await drawn(page, ['allergens']);
    assert.equal(await page.locator('.panel-list input').first().getAttribute('value'), 'allergens');
    await openGroups(page);
    await page.getByLabel('Choose the panels').uncheck();
    await drawn(page, usual);
    assert.doesNotMatch(await markup(page), /panels/);
    // The choice begins with the panels of the variant.
    await set(page, 'variant', 'summary');
    await shown(page).locator('.card[data-variant="summary"]').waitFor();
    await page.getByLabel('Choose the panels').check();
    assert.equal(query(page).get('panels'), VARIANTS.summary);
    await page.close();
  });

  it('fill every slot of the card', async () => {
    const page = await openPlayground(browser, '?state=many-allergens');
    await settled(page);
    await openGroups(page);
    const names = await page.locator('#slots input').evaluateAll((all) => all.map(({ value }) => value));
    assert.equal(names.length, 7 + 2 * PANELS.length);
    for (const name of ['header', 'actions', 'footer', 'before-allergens', 'after-nutrition']) {
      await page.locator(`#slots input[value="${name}"]`).check();
      const content = shown(page).locator(`:scope > [slot="${name}"]`);
      assert.equal(await content.isVisible(), true, name);
      assert.ok((await markup(page)).includes(`slot="${name}"`), name);
    }
    assert.equal(query(page).get('slots'), 'header actions footer before-allergens after-nutrition');
    for (const [name, state] of [
      ['loading', 'loading'],
      ['error', 'error'],
      ['not-found', 'not-found'],
    ]) {
      await page.goto(page.url().replace(/\?.*/, `?state=${state}&slots=${name}`));
      await shown(page).locator(`:scope > [slot="${name}"]`).waitFor();
    }
    await page.goto(page.url().replace(/\?.*/, '?state=not-found&slots=fallback'));
    await shown(page).locator(':scope > a').waitFor();
    await page.close();
  });

  it('change the width of the frame, to which the card adapts', async () => {
    const page = await openPlayground(browser, '', { viewport: { width: 1500, height: 900 } });
    await settled(page);
    const width = () => page.locator('#stage').evaluate((stage) => Math.round(stage.getBoundingClientRect().width));
    for (const [name, expected] of [
      ['Phone', 390],
      ['Tablet', 768],
      ['Desktop', 1280],
    ]) {
      await page.getByRole('radio', { name }).check({ force: true });
      assert.equal(await width(), expected);
      assert.equal(Math.round((await shown(page).boundingBox()).width), expected);
      await page.getByText(`${expected} pixels wide`).waitFor();
      assert.equal(query(page).get('width'), String(expected));
    }
    await page.getByLabel('Pixels').fill('500');
    assert.equal(await width(), 500);
    assert.equal(await page.locator('#widths input:checked').count(), 0);
    const handle = await page.locator('#handle').boundingBox();
    const [x, y] = [handle.x + handle.width / 2, handle.y + 100];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y, { steps: 5 });
    assert.equal(await width(), 440);
    await page.mouse.up();
    await page.waitForFunction(() => new URLSearchParams(location.search).get('width') === '440');
    await page.getByRole('radio', { name: 'Fit' }).check({ force: true });
    assert.equal(query(page).has('width'), false);
    assert.ok((await width()) > 900);
    await page.close();
  });
});
