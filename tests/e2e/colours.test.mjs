// Colours that a page sets: no single one takes the name of an allergen, or a sign, below the contrast
// that WCAG asks of text, on light, dark and a dark system. Where a page sets both of a pair, its own
// colours are shown, and the console says that they cannot be read.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { manifest } from '../../xtask/js/manifest.mjs';
import { component, no, product, yes } from './card-support.mjs';
import { some } from '../drawn.mjs';
import { until } from './shell-support.mjs';
import { NOWHERE, ROOT, launch, openPage, serveFiles } from './support.mjs';

const LEAST = 4.5;

const may = { value: 3, description: 'May contain' };

/** Everything that names an allergen: lines, answers, statements, conflicts, claims, notices. */
const FULL = product(
  [
    component('Soup', {
      allergens: {
        contains_milk: yes,
        contains_eggs: may,
        contains_fish: no,
        contains_tree_nuts: no,
        contains_walnut_nuts: yes,
        allergen_statement: 'May contain sesame. Contains milk.',
      },
      free_from: { free_from_gluten: 'Yes', free_from_fish: 'Yes' },
      accreditations: { acc_vegan: 'Yes' },
      ingredients: { ingredients: 'Water, MILK, wheat flour, fish stock.' },
    }),
  ],
  { replaced_by: ['p-2'] },
);
const RECALLED = { ...FULL, status: 'recalled' };
const NEWER = product([component('Soup', { allergens: { contains_milk: no, contains_eggs: yes } })]);

/** The documented colours, by what they say of themselves. */
async function colours() {
  const { modules } = await manifest(ROOT);
  const card = modules
    .flatMap(({ declarations }) => declarations)
    .find(({ tagName }) => tagName === 'product-pool-card');
  const all = card.cssProperties.filter(({ description }) => /^(Colour|Background)/.test(description));
  return all.map(({ name }) => name);
}

/** Light, dark and in between; with much of one colour, where luminance is not what it seems; and thin. */
const VALUES = [
  '#222', '#000', '#fff', '#767676', '#e80000', '#fffbe8', '#808080', '#00f', '#0a0', '#ff0',
  'rgb(0 0 0 / .06)', 'rgb(255 255 255 / .06)', 'transparent', '#c7861a', '#0ff', 'light-dark(#eee, #333)',
]; // prettier-ignore

/** What cannot be read, and how many texts and signs were looked at; runs in the page. */
function unread(least) {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  });
  const known = (window.known ??= new Map());
  /** Red, green, blue and alpha, from 0 to 1. */
  function channels(colour) {
    if (!known.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      known.set(
        colour,
        Array.from(pen.getImageData(0, 0, 1, 1).data, (channel) => channel / 255),
      );
    }
    return known.get(colour);
  }
  const over = ([r, g, b, alpha], ground) => [r, g, b].map((channel, at) => channel * alpha + ground[at] * (1 - alpha));
  const linear = (channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const parentOf = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;
  function groundOf(element) {
    if (!element) return [1, 1, 1];
    const colour = channels(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, groundOf(parentOf(element)));
  }
  const found = [];
  let count = 0;
  for (const host of document.querySelectorAll('product-pool-card, product-pool-matrix, product-pool-changes')) {
    const named = host.shadowRoot.querySelectorAll(
      `.name, .notices, .verdict, .claims, [data-panel="allergens"], [data-panel="diets"], table, .legend, .allergens, .changes`,
    );
    const all = new Set(Array.from(named).flatMap((one) => [one, ...one.querySelectorAll('*')]));
    for (const element of all) {
      const isSign = element.matches('.sign');
      const hasText = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
      if ((!isSign && !hasText) || !element.checkVisibility() || element.closest('.visually-hidden')) continue;
      count += 1;
      const { color, borderLeftColor } = getComputedStyle(element);
      const ground = groundOf(element);
      const [one, other] = [over(channels(isSign ? borderLeftColor : color), ground), ground].map(luminance);
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (ratio < least) {
        const text = isSign ? element.dataset.sign : element.textContent.trim().slice(0, 30);
        found.push(`${host.id} ${element.localName}.${element.className} ${text}: ${ratio.toFixed(2)}`);
      }
    }
  }
  return { found, count };
}

describe('colours of the page', () => {
  let browser;
  let names;
  before(async () => {
    [browser, names] = await Promise.all([launch(), colours()]);
  });
  after(() => browser.close());

  /** Sets custom properties on the page, and those of before no more. */
  const set = (page, properties) =>
    page.evaluate((properties) => {
      const { style } = document.documentElement;
      style.cssText = '';
      for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    }, properties);

  /** Every element in a light, a dark and a system's scheme, on a system that is dark. */
  async function open(properties = {}) {
    const page = await openPage(browser, { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    page.warnings = [];
    page.on('console', (message) => message.type() === 'warning' && page.warnings.push(message.text()));
    const cards = ['full', 'summary', 'badges'].flatMap((variant) => [
      `<product-pool-card id="${variant}" variant="${variant}"></product-pool-card>`,
      `<product-pool-card id="${variant}-avoid" variant="${variant}" avoid="milk eggs fish lupin"></product-pool-card>`,
      `<product-pool-card id="${variant}-recalled" variant="${variant}" avoid="fish"></product-pool-card>`,
    ]);
    const all = `${cards.join('')}<product-pool-matrix></product-pool-matrix><product-pool-changes></product-pool-changes>`;
    const schemes = ['light', 'dark', 'light dark'].map(
      (scheme) =>
        `<div style="color-scheme: ${scheme}; background: Canvas">${all.replaceAll('id="', `id="${scheme} `)}</div>`,
    );
    const body = `<!doctype html><html lang="en-GB"><link rel="icon" href="data:,"><title>x</title>${schemes.join('')}`;
    await serveFiles(page, { '/': body });
    await page.goto(NOWHERE);
    await set(page, properties);
    await page.evaluate(
      async ({ full, recalled, newer }) => {
        await Promise.all(['card', 'matrix', 'changes-view'].map((name) => import(`/pkg/dist/${name}.js`)));
        for (const card of document.querySelectorAll('product-pool-card')) {
          card.loading = 'eager';
          card.product = { data: card.id.includes('recalled') ? recalled : full };
        }
        for (const matrix of document.querySelectorAll('product-pool-matrix'))
          matrix.products = [full, recalled, newer];
        for (const changes of document.querySelectorAll('product-pool-changes')) {
          Object.assign(changes, { earlier: full, later: newer });
        }
      },
      { full: FULL, recalled: RECALLED, newer: NEWER },
    );
    await page.waitForFunction(
      () =>
        Array.from(
          document.querySelectorAll('product-pool-card, product-pool-matrix, product-pool-changes'),
          ({ shadowRoot }) => shadowRoot.querySelector('.mount > *') !== null,
        ).every(Boolean),
      undefined,
      { timeout: 60_000 },
    );
    return page;
  }

  it('take no name of an allergen, and no sign, below what can be read, where it sets one of them', async () => {
    const page = await open();
    const faults = [];
    const measure = async (about) => {
      const { found, count } = await page.evaluate(unread, LEAST);
      assert.ok(count > 500, `${count}`);
      faults.push(...found.map((text) => `${about}: ${text}`));
    };
    await measure('none');
    assert.equal(names.length, 9);
    for (const name of names) {
      for (const value of some(VALUES, 4)) {
        await set(page, { [name]: value });
        await measure(`${name}: ${value}`);
      }
    }
    await set(page, {});
    await page.emulateMedia({ forcedColors: 'active' });
    await measure('forced colours');
    assert.deepEqual(faults, []);
    // What is filled stays so: a recall is a band, as what a product contains is.
    const [band, ground] = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('[id$="full-recalled"]');
      const parts = ['.notice.band', '.card'].map((name) => shadowRoot.querySelector(name));
      return parts.map((part) => getComputedStyle(part).backgroundColor);
    });
    assert.notEqual(band, ground);
    await page.close();
  });

  it('are shown as they are where it sets both of a pair, and the console says what cannot be read', async () => {
    const page = await open({
      '--product-pool-text': '#777',
      '--product-pool-background': '#888',
      '--product-pool-contains': '#400',
      '--product-pool-soft': 'transparent',
    });
    const shown = await page.evaluate(() => {
      const card = document.querySelector('product-pool-card').shadowRoot.querySelector('.card');
      const { color, backgroundColor } = getComputedStyle(card);
      const heading = card.querySelector('.line[data-status="contains"] > dt');
      return [color, backgroundColor, getComputedStyle(heading).color].map((text) =>
        text.replace(/0?\.(\d\d)\d*/g, '.$1'),
      );
    });
    assert.deepEqual(shown, ['color(srgb .46 .46 .46)', 'rgb(136, 136, 136)', 'color(srgb .26 0 0)']);
    const told = 'product-pool: On <product-pool-card> the page sets --product-pool-text and --product-pool-background';
    await until(() => page.warnings.some((text) => text.startsWith(told)));
    assert.equal(page.warnings.length, 1, page.warnings.join('\n'));
    assert.match(page.warnings[0], /contrast of 1\.3:1\./);
    await page.close();
  });
});
