// Shared by the tests of how much room a card takes: pages of products, and
// measures of their cards.

import { openStates } from '../states.mjs';
import { BASE_URL, TOKEN, call, openPage, readShowcase } from './support.mjs';

/** A product as a state of `openStates`; `kit` if it has several components. */
const stateOf = (name, attributes, components) => ({ name, state: 'ready', attributes, kit: components.length > 1 });

/** The products of the showcase. */
export async function showcaseProducts() {
  const entries = Array.from((await readShowcase()).values());
  const products = entries.filter(({ state = 'ready' }) => state === 'ready');
  return Promise.all(
    products.map(async ({ key, gtin }) => {
      const { data } = await (await call(`/v2/products/gtin/${gtin}`)).json();
      return stateOf(key, { gtin }, [data.components].flat());
    }),
  );
}

/** So many products from all over the catalogue, without those of the showcase. */
export async function otherProducts(count) {
  const shown = new Set((await showcaseProducts()).map(({ attributes }) => Number(attributes.gtin)));
  const items = [];
  for (let more = ''; more !== null;) {
    const { data, next } = await (await call(`/v2/products?limit=300${more}`)).json();
    items.push(...data);
    more = next && `&cursor=${encodeURIComponent(next)}`;
  }
  const others = items.filter((item) => !shown.has(Number(item.traded_unit_gtin)));
  const step = Math.floor(others.length / count);
  return others
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map(({ pool_id: id, components }) => stateOf(id, { 'product-id': id }, components));
}

/** A page of these products in a column of the window's width, with a gutter of 16 pixels. */
export async function openProducts(browser, products) {
  const page = await openPage(browser, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await openStates(page, { base: BASE_URL, token: TOKEN, states: products, decoded: false });
  await page.addStyleTag({ content: 'main { max-width: none; }' });
  return page;
}

/** Sets attributes of all cards, and waits until they are drawn with them. */
export async function setAll(page, attributes) {
  await page.evaluate((wanted) => {
    // Laid out once, when all are drawn.
    document.querySelector('main').hidden = true;
    for (const card of document.querySelectorAll('product-pool-card'))
      for (const [name, value] of Object.entries(wanted)) card.setAttribute(name, value);
  }, attributes);
  await page.waitForFunction(
    ({ lang, variant, avoid }) =>
      Array.from(document.querySelectorAll('product-pool-card')).every(({ shadowRoot }) => {
        if (shadowRoot.querySelector('.skeleton')) return true;
        const card = shadowRoot.querySelector('.card');
        const isAnswered = avoid === undefined || (card.querySelector('.verdict') !== null) === (avoid !== '');
        return isAnswered && (!lang || card.lang === lang) && (!variant || card.dataset.variant === variant);
      }),
    attributes,
    { polling: 50 },
  );
  await page.evaluate(() => {
    document.querySelector('main').hidden = false;
  });
}

/**
 * The room that each card takes, in CSS pixels: `height`; `allergens`, where the
 * last of the lines of allergens ends; `answer`, where the verdict does; `rows`, in how many rows of text they stand, and `least`, how many their words fill;
 * `panels`, the height of each panel. `notices` counts those before the header, `remarks` those
 * about the allergens, and `answers` the lines in the head of the verdict.
 */
export const measure = (page) =>
  page.evaluate(() => {
    // The words of all badges, in the rows that they take and those that they would take if a row could
    // end anywhere: each badge begins a row.
    const rows = (card) => {
      const sum = { rows: 0, least: 0 };
      for (const line of card.querySelectorAll('[data-panel="allergens"] .line')) {
        const { lineHeight, paddingLeft } = getComputedStyle(line);
        const boxes = Array.from(line.querySelectorAll('dt, .names > li'), (it) => Array.from(it.getClientRects()));
        const width = boxes.flat().reduce((sum, it) => sum + it.width, 0);
        sum.rows += Math.floor(line.offsetHeight / parseFloat(lineHeight));
        sum.least += Math.ceil(width / (line.clientWidth - 2 * parseFloat(paddingLeft)));
      }
      return sum;
    };
    return Array.from(document.querySelectorAll('.state'), (place) => {
      const { shadowRoot } = place.querySelector('product-pool-card');
      const card = shadowRoot.querySelector('.card');
      const { top, height } = card.getBoundingClientRect();
      const shown = (selector) => Array.from(card.querySelectorAll(selector)).filter((it) => it.checkVisibility());
      const lines = shown('[data-panel="allergens"] .line[data-status]');
      // A record that declares nothing has a sentence in their place.
      const ends = lines.length ? lines : shown('[data-panel="allergens"]');
      return {
        name: place.dataset.name,
        height: Math.round(height),
        allergens: Math.round(Math.max(...ends.map((line) => line.getBoundingClientRect().bottom - top))),
        answer: Math.round((card.querySelector('.verdict')?.getBoundingClientRect().bottom ?? top) - top),
        ...rows(card),
        notices: shown('.notices [data-notice]').length,
        remarks: shown('.panel .notice').length,
        answers: shown('.answer').length,
        panels: Object.fromEntries(
          shown('[data-panel]').map((panel) => [panel.dataset.panel, Math.round(panel.getBoundingClientRect().height)]),
        ),
      };
    });
  });

/** The names in badges that a line breaks, or parts from their sign. */
export const brokenNames = (page) =>
  page.evaluate(() => {
    const isBroken = (nodes) => {
      const range = document.createRange();
      range.setStartBefore(nodes.at(0));
      range.setEndAfter(nodes.at(-1));
      const boxes = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
      return Math.max(...boxes.map(({ top }) => top)) >= Math.min(...boxes.map(({ bottom }) => bottom)) - 1;
    };
    return Array.from(document.querySelectorAll('product-pool-card')).flatMap(({ shadowRoot }) =>
      Array.from(shadowRoot.querySelectorAll('.lines :is(dt, li)')).flatMap((place) => {
        const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        const texts = [];
        while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
        // The sign belongs to the text after it; names of components may break.
        const groups = texts.map((text, at) =>
          texts[at - 1]?.parentElement.matches('.sign') ? [texts[at - 1], text] : [text],
        );
        return groups
          .filter((group) => !group.at(-1).parentElement.matches('.in') && isBroken(group))
          .map((group) => group.map(({ data }) => data).join(''));
      }),
    );
  });
