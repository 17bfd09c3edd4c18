// Shared parts of the tests of the card with mocked responses: records, a page with a card, and
// what is looked up in it.

import { NOWHERE, openPage, serveFiles } from './support.mjs';

export const GTIN = '09520000000011';
export const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'";
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const yes = { value: 1, description: 'Yes' };
export const no = { value: 2, description: 'No' };

export const per100 = (id, description) => ({
  nutrition_units: { id, description },
  cal_100_kj: { value: 180, units: 'kJ' },
  cal_100_kcal: { value: 42, units: 'kcal' },
  fat_100: { value: 0, units: 'g' },
  carb_100: { value: 10.6, units: 'g' },
  sugar_carb_100: { value: 10.6, units: 'g' },
  protein_100: { value: 0, units: 'g' },
  salt_100: { value: 0.03, units: 'g' },
});

export function component(name, sections = {}) {
  return {
    general: { component_name: name, component_uuid: `uuid-${name}` },
    allergens: { contains_milk: no },
    ingredients: { ingredients: 'Water, SALT.' },
    nutrients: per100(1, 'per 100g'),
    ...sections,
  };
}

export function product(components, more = {}) {
  return {
    pool_id: 'p-1',
    status: 'published',
    version: '1',
    general: { product_name: 'Tomato Soup', brand_name: 'Fenwick', manufacturer_name: 'Fenwick Foods' },
    outer: { traded_unit_gtin: GTIN },
    components,
    ...more,
  };
}

export const CARD = `<product-pool-card gtin="${GTIN}" base-url="" loading="eager"></product-pool-card>`;

/**
 * A page with one card. `answer` is a product, a status, or a function of
 * the number of the request that gives either; null breaks the connection.
 */
export async function openCard(browser, { answer, image = false, body = CARD, headers = {}, viewport, scheme } = {}) {
  const page = await openPage(browser, { viewport, colorScheme: scheme });
  page.requests = [];
  await serveFiles(
    page,
    {
      '/': `<!doctype html><html lang="en-GB"><head><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>card</title>
        <script type="module" src="/pkg/dist/card.js"></script></head><body><main><h1>Shop</h1>${body}</main></body></html>`,
      '/favicon.ico': '',
    },
    headers,
  );
  await page.route(`${NOWHERE}/v2/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    page.requests.push(path);
    const json = (status, body) =>
      route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
    if (path.startsWith('/v2/images/')) {
      const address = `${NOWHERE}/${image === true ? 'pixel.png' : image}`;
      return image
        ? json(200, {
            data: {
              id: 'i',
              width: 800,
              height: 800,
              description: 'Tin',
              url: address,
              url_medium: address,
              url_large: null,
              url_original: address,
            },
          })
        : json(404, { errors: [{ status: '404', code: 'not_found', title: 'Not found', detail: '' }] });
    }
    const count = page.requests.filter((path) => !path.startsWith('/v2/images/')).length;
    const given = typeof answer === 'function' ? answer(count) : answer;
    if (given === null) return route.abort('connectionrefused');
    if (given === 401) return json(401, { message: 'Unauthenticated.' });
    if (typeof given === 'number')
      return json(given, { errors: [{ status: String(given), code: 'x', title: 'x', detail: 'x' }] });
    return json(200, { data: given });
  });
  await page.route(`${NOWHERE}/pixel.png`, (route) => route.fulfill({ body: PIXEL, contentType: 'image/png' }));
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value))).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  await page.goto(NOWHERE);
  return page;
}

export const state = (page, name) => page.locator(`.card[data-state="${name}"]`).waitFor();
export const row = (page, allergen) =>
  page.locator(`section[data-panel="allergens"] .lines li[data-allergen="${allergen}"]`);
export const line = (page, allergen) => page.locator(`.line:has(li[data-allergen="${allergen}"])`);
export const status = (page, allergen) => row(page, allergen).getAttribute('data-status');

/** Failures of the network are reported by the browser itself; nothing else may be. */
export const ownProblems = (page) => page.problems.filter((text) => !text.startsWith('Failed to load resource'));
