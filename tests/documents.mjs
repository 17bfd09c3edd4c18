// Takes the pictures of documents, and writes their words beside them: see pictured.mjs.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PICTURES, addressesOf, recordOf } from './pictured.mjs';
import { openStates } from './states.mjs';

/** The width of a card on a phone. */
const PHONE = 390;

/** The bytes that one of many pictures on a page may have. */
const LARGEST = 15_000;

/** The qualities to try, in per cent. */
const QUALITIES = [45, 30, 20, 12, 5, 1];

/** A picture of an area of a page as WebP, which Playwright does not offer. */
async function webpOf(page, { x, y, width, height }, quality) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x, y, width, height, scale: 1 },
    captureBeyondViewport: true,
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Writes a picture of all cards of a page. */
async function writeMain(page, file) {
  await writeFile(file, await webpOf(page, await page.locator('main').boundingBox(), 85));
}

/** Writes the best picture of an area that is small enough for a page of many. */
async function writeSmall(page, area, file) {
  let picture;
  for (const quality of QUALITIES) {
    picture = await webpOf(page, area, quality);
    if (picture.length <= LARGEST) break;
  }
  if (picture.length > LARGEST) throw new Error(`${file} has ${picture.length} bytes, and may have ${LARGEST}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, picture);
}

/** A page with cards and nothing else. */
async function openCards(browser, states, { base, token, width, style }) {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  await openStates(page, { base, token, states });
  await page.addStyleTag({
    content: `body, main { padding: 0; max-width: none; } h1 { display: none; } .state { margin: 0; } ${style}`,
  });
  return page;
}

/** The cards of a picture, as states. */
const cardsOf = ({ products, attributes: more }, all) =>
  products.map((product) => {
    const state = all.find(({ name }) => name === product);
    return { ...state, attributes: { ...state.attributes, ...more } };
  });

/** The card on a phone by day and by night. */
async function takeCard(browser, all, { out, ...service }) {
  const [complete] = cardsOf(PICTURES.card, all);
  const themes = ['light', 'dark'].map((theme) => ({
    ...complete,
    name: theme,
    attributes: { ...complete.attributes, theme },
  }));
  const width = 2 * PHONE + 16;
  const page = await openCards(browser, themes, {
    ...service,
    width,
    style: `main { display: flex; gap: 16px; block-size: 1100px; overflow: hidden; } .state { flex: 1; }`,
  });
  await writeMain(page, join(out, 'card.webp'));
  await page.close();
}

/** Badges in a listing, by day and by night. */
async function takeListing(browser, all, { out, ...service }) {
  const listed = cardsOf(PICTURES.listing, all);
  const themed = ({ name, attributes, ...state }, theme) => ({
    ...state,
    name: `${name} ${theme}`,
    attributes: { ...attributes, theme },
  });
  const page = await openCards(
    browser,
    listed.flatMap((state) => ['light', 'dark'].map((theme) => themed(state, theme))),
    {
      ...service,
      width: 2 * PHONE + 16,
      style: `main { display: grid; grid-template-columns: 1fr 1fr; }
        .state { padding: 16px; background: #fff; } .state:nth-of-type(even) { background: #17211d; color: #e6ebe8; }
        h2 { font-size: 1rem; margin: 0 0 4px; }`,
    },
  );
  const names = await Promise.all(listed.map((state) => productName(state, service)));
  await page.evaluate(
    nameCards,
    names.flatMap((name) => [name, name]),
  );
  await writeMain(page, join(out, 'listing.webp'));
  await page.close();
}

/** Puts the names of products above their badges, as a shop's listing does; runs in the page. */
function nameCards(names) {
  for (const [index, place] of document.querySelectorAll('.state').entries()) {
    const heading = document.createElement('h2');
    heading.textContent = names[index];
    place.prepend(heading);
  }
}

/** The name of a state's product. */
async function productName({ attributes }, { base, token }) {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/v2/products/gtin/${attributes.gtin}`, { headers });
  return (await response.json()).data.general.product_name;
}

/** The panels and the states: a card each, as the server draws it, to the last panel of its picture. */
async function takeCards(browser, demo, out) {
  const page = await browser.newPage({ viewport: { width: PHONE, height: 900 }, bypassCSP: true });
  // The element would draw the card anew.
  await page.route(/\.js$/, (route) => route.abort());
  for (const [name, pictured] of Object.entries(PICTURES).filter(([name]) => name.includes('/'))) {
    const [address] = addressesOf(pictured, demo);
    await page.goto(address, { waitUntil: 'networkidle' });
    // A message, or one panel, needs less room than a card.
    await page.addStyleTag({ content: 'body { margin: 0; } product-pool-card { --product-pool-min-height: 0; }' });
    await page.evaluate(openFolds);
    const area = await page.locator('product-pool-card').boundingBox();
    const last = page.locator(`[data-panel="${pictured.until}"]`);
    if (await last.count()) {
      const { y, height } = await last.boundingBox();
      area.height = y + height - area.y;
    }
    await writeSmall(page, area, join(out, `${name}.webp`));
  }
  await page.close();
}

/** Opens the panels, not what folds in them; runs in the page. */
function openFolds() {
  for (const { shadowRoot } of document.querySelectorAll('product-pool-card'))
    for (const fold of shadowRoot.querySelectorAll('details:not(.provenance)')) fold.open = true;
}

/**
 * Takes all of them.
 * @param {import('playwright-core').Browser} browser
 * @param {object[]} all - The states of cards.
 * @param {{ base: string, demo: string, token: string, out: string }} options - The pool, the demo and its
 *   token; the folder that they go into, as docs/ has them.
 */
export async function takeDocuments(browser, all, { base, demo, token, out }) {
  const where = { base, token, out };
  await mkdir(out, { recursive: true });
  await takeCard(browser, all, where);
  await takeListing(browser, all, where);
  await takeCards(browser, demo, out);
  for (const [name, pictured] of Object.entries(PICTURES)) {
    const picture = await readFile(join(out, `${name}.webp`));
    await writeFile(join(out, `${name}.txt`), await recordOf(picture, pictured, demo));
  }
}
