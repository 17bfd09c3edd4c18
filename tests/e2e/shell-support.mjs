// Shared by the tests of the element's own code: pages with a mock module instead of the
// WebAssembly, which records its calls, and with a mock service.

import { NOWHERE, openPage, serveFiles } from './support.mjs';
export { until } from '../patience.mjs';

export const GTIN = '09520000000011';

/** A page with `body`. */
export const PAGE = (body = '', head = '') =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>shell</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

export const CARD = `<product-pool-card gtin="${GTIN}"></product-pool-card>`;

/**
 * The module: `window.log` is its record, `window.live` counts what is mounted.
 * It draws what there is to act on.
 */
const FAKE = `
window.log = [];
window.live = 0;
const el = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
function content(view) {
  if (view.state === 'loading') return [el('slot', { name: 'loading' }, 'loading')];
  if (view.state !== 'ready') {
    return [el('slot', { name: view.state === 'not-found' ? 'not-found' : 'error' },
      el('p', {}, view.state, ' ', view.detail ?? ''),
      el('button', { type: 'button', 'data-action': 'retry' }, el('span', {}, 'Try again')))];
  }
  const product = JSON.parse(view.product);
  const data = product.data ?? product;
  const images = view.images ? JSON.parse(view.images).data : [];
  return [
    el('slot', { name: 'header' }),
    el('h2', {}, 'card of ' + data.pool_id),
    el('slot', { name: 'actions' }),
    el('button', { type: 'button', 'data-action': 'print' }, 'Print'),
    el('button', { type: 'button', 'data-action': 'zoom' }, 'Zoom'),
    el('div', { role: 'group' }, ...images.map((image, index) =>
      el('button', { type: 'button', 'data-action': 'image', 'data-index': index }, image.id))),
    el('dialog', { 'data-zoom': '', 'aria-label': 'Image' }, el('p', { class: 'inside' }, 'large'), el('button', { type: 'button', 'data-action': 'close' }, 'Close')),
    ...['nutrition', 'details'].map((name) => el('section', { 'data-panel': name },
      el('details', { 'data-toggle': name, ...(name === 'nutrition' && view.density !== 'compact' && { open: '' }) }, el('summary', {}, name), 'content'))),
    el('slot', { name: 'footer' }),
  ];
}
// A function cannot leave the page: what it makes of a date can.
const seen = ({ locale: { instant, date, ...locale }, ...view }) =>
  ({ ...view, ...locale, date: date('2024-07-02 14:25:26') });
window.fake = {
  mountCard(container, view) {
    live += 1;
    const note = (kind, what = {}) => log.push({ kind, ...what, ...(what.view && { view: seen(what.view) }) });
    const article = el('article', { class: 'card', part: 'card' });
    let drawn;
    const draw = (view) => {
      article.dataset.state = view.state;
      article.lang = view.locale.lang;
      article.dir = view.locale.dir;
      // Like a view that draws anew only what has changed.
      const key = [view.state, view.product, view.images, view.density].join();
      if (key !== drawn) article.replaceChildren(...content(view));
      drawn = key;
      for (const thumbnail of article.querySelectorAll('[data-action="image"]')) {
        if (Number(thumbnail.dataset.index) === (view.selected ?? 0)) thumbnail.setAttribute('aria-current', 'true');
        else thumbnail.removeAttribute('aria-current');
      }
    };
    note('mount', { view, inShadow: container.getRootNode() instanceof ShadowRoot, tag: container.localName });
    draw(view);
    container.append(article);
    return {
      update(view) { note('update', { view }); draw(view); },
      destroy() { live -= 1; note('destroy'); container.textContent = ''; },
    };
  },
};`;

/** Instead of the glue code: the module that is loaded where none is given. */
const GLUE = `
export default async (options) => { log.push({ kind: 'init', ...options, module_or_path: String(options.module_or_path) }); };
export const mountCard = (...given) => fake.mountCard(...given);
`;

/** The label's module, of which a card wants the description alone. */
const LABEL = `export const jsonLd = async (product, { image }) =>
  JSON.stringify({ '@type': 'Product', name: '</script>', id: JSON.parse(product).data.pool_id, image: image !== undefined });`;

const words = (language) =>
  `export default ${JSON.stringify(JSON.stringify({ 'card.label': `label ${language}`, 'card.only': 'only' }))};`;

const LANGUAGES = ['en-GB', 'cy', 'de', 'es', 'fr', 'it', 'nl', 'pl'];

/** A product as the service sends it. */
export const product = (id = 'p-1', more = {}) => ({
  data: { pool_id: id, version: '1', outer: { traded_unit_gtin: GTIN }, ...more },
});

const IMAGE = { data: { id: 'feature', url: `${NOWHERE}/i.png` } };
const IMAGES = { page: 1, 'per page': 20, pages: 1, total: 3, data: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };

/**
 * A page over the module above. `answer(path, number, request)` gives what the
 * service says: an object, a status, [status, headers, body], null for no connection;
 * by default a product of the name of its path. The requests are in `page.requests`, and `page.answers`
 * counts those for products that are answered.
 */
export async function openShell(
  browser,
  { body, head, files, headers, fake = true, answer, start = true, ...options } = {},
) {
  const page = await openPage(browser, options);
  page.requests = [];
  page.answers = 0;
  page.on('requestfinished', (request) => (page.answers += request.url().includes('/v2/products/') ? 1 : 0));
  const languages = Object.fromEntries(LANGUAGES.map((name) => [`/pkg/dist/lang/${name}.js`, words(name)]));
  const own = {
    '/': PAGE(body, head),
    '/fake.js': FAKE,
    '/pkg/dist/wasm/card.js': GLUE,
    '/pkg/dist/label.js': LABEL,
    ...languages,
    ...files,
  };
  await serveFiles(page, own, headers);
  const service = async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const path = url.pathname.replace(/^.*\/v2/, '') + url.search;
    const first = { path, origin: url.origin, authorization: request.headers().authorization };
    page.requests.push(first);
    const count = page.requests.filter((one) => one.path === path).length;
    const said = await answer?.(path, count, request);
    if (said === null) return route.abort('connectionrefused').catch(() => {});
    const [status, more = {}, given] = Array.isArray(said) ? said : typeof said === 'number' ? [said] : [200, {}, said];
    const usual = path.startsWith('/images/')
      ? path.includes('/feature')
        ? IMAGE
        : IMAGES
      : product(decodeURIComponent(path.split('/').at(-1).split('?')[0]));
    const content = given ?? (status === 200 ? usual : { errors: [], message: 'refused' });
    return route
      .fulfill({
        status,
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', ...more },
        body: typeof content === 'string' ? content : JSON.stringify(content),
      })
      .catch(() => {});
  };
  await page.route('**/v2/**', service);
  // It draws no cards.
  const none = { status: 204, headers: { 'access-control-allow-origin': '*' } };
  await page.route('**/drawn/**', (route) => route.fulfill(none));
  await page.goto(NOWHERE);
  await page.evaluate(() => import('/fake.js'));
  if (start) {
    await page.evaluate(async (fake) => {
      window.shell = await import('/pkg/dist/card.js');
      if (fake) shell.use(window.fake);
    }, fake);
  }
  return page;
}

export const log = (page) => page.evaluate(() => log);

/** The number of calls of each function of the module. */
export async function counts(page) {
  const sums = {};
  for (const { kind } of await log(page)) sums[kind] = (sums[kind] ?? 0) + 1;
  return sums;
}

/** Waits until an element shows a state. */
export const shows = (page, state = 'ready', selector = 'product-pool-card') =>
  page.waitForFunction(
    ([selector, state]) =>
      document.querySelector(selector)?.shadowRoot.querySelector(`.mount .card[data-state="${state}"]`),
    [selector, state],
  );

/** The last view that the module was given. */
export const lastView = (page) => page.evaluate(() => log.filter(({ view }) => view).at(-1).view);

/** The paths of the requested products. */
export const products = (page) => page.requests.map(({ path }) => path).filter((path) => path.startsWith('/products'));

export const isImage = (path) => path.startsWith('/images/');

/** Adds elements to a page. */
export const add = (page, html = CARD.replace('>', ' loading="eager">')) =>
  page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), html);

/** The files of the client that a page requests from now on. */
export function filesOfClient(page) {
  const files = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/client(_bg)?\.(js|wasm)$/.test(pathname)) files.push(pathname);
  });
  return files;
}

/** Notes the events of one name, as they come. */
export const listen = (page, name) =>
  page.evaluate((name) => {
    window.heard ??= {};
    heard[name] = [];
    document.addEventListener(`product-pool-${name}`, ({ detail, bubbles, composed }) =>
      heard[name].push({ ...detail, bubbles, composed }),
    );
  }, name);

/** The events of that name, once there is one. */
export async function heard(page, name) {
  await page.waitForFunction((name) => heard[name].length > 0, name);
  return page.evaluate((name) => heard[name], name);
}

/** The path of a card that is drawn with these settings. */
export const drawnPath = (gtin, lang = 'en-GB', panels = '', level = '') =>
  `/drawn/gtin/${gtin}?lang=${lang}&variant=full&panels=${panels}&heading-level=${level}&density=comfortable`;
