// Pictures of the card: every state in every theme and width; every product of
// the showcase in three languages, side by side on sheets; and those of
// documents. `cargo xtask screenshots` sets the variables read here.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { takeDocuments } from './documents.mjs';
import { openStates, readStates, rightToLeft } from './states.mjs';

const [out, ...only] = process.argv.slice(2);
const { BASE_URL: base, DEMO_URL: demo, TOKEN: token, CHROMIUM, CHROMIUM_FLAGS } = process.env;

const WIDTHS = [320, 390, 768, 1280];
const THEMES = ['light', 'dark'];

/** The screens of the sheets, by their widths. */
const PHONE = 390;
const DESKTOP = 1280;
const SCREENS = [
  ['phone', PHONE],
  ['desktop', DESKTOP],
];

/** The languages of the sheets; Arabic stands for those written from right to left, in English words. */
const LANGUAGES = [
  ['en-GB', {}],
  ['de', {}],
  ['ar', await rightToLeft()],
];

/** How much smaller the pictures are on a sheet. */
const SCALE = 0.5;

const nameOf = (state, theme, width) => `${state}-${theme}-${width}.png`;

/** Leaves one state on the page; runs there. */
function alone(name) {
  for (const place of document.querySelectorAll('.state')) place.hidden = place.dataset.name !== name;
}

/** Takes a picture of each state in these themes and widths; returns the page. */
async function takePictures(browser, states, folder, widths) {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(`${folder}: ${error}`));
  await openStates(page, { base, token, states });
  // As wide as the screen, unlike a page to read.
  await page.addStyleTag({ content: 'main { max-width: none; }' });
  for (const { name } of states) {
    const place = page.locator(`.state[data-name="${name}"]`);
    // A page of all of them is long, and a browser slow to take a part of it.
    await page.evaluate(alone, name);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await place.screenshot({ path: join(out, folder, nameOf(name, theme, width)) });
      }
    }
  }
  return page;
}

/** All states, and the first one's image shown large. */
async function takeStates(browser, states) {
  const page = await takePictures(browser, states, 'states', WIDTHS);
  const [first] = states;
  await page.evaluate(alone, first.name);
  const zoom = page.locator(`.state[data-name="${first.name}"] [data-action="zoom"]`).first();
  if (!(await zoom.count())) throw new Error(`${first.name} has no image to look at`);
  await zoom.click();
  await page
    .locator('dialog[open] img')
    .first()
    .evaluate((image) => image.decode());
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(out, 'states', nameOf('zoom', theme, width)) });
    }
  }
  await page.close();
}

/** The products in one language. */
async function takeProducts(browser, products, [lang, more]) {
  const states = products.map((product) => ({ ...product, ...more, attributes: { ...product.attributes, lang } }));
  const page = await takePictures(browser, states, lang, [PHONE, DESKTOP]);
  await page.close();
}

const STYLE = `<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>
  body { font: 1rem system-ui, sans-serif; margin: 1rem; background: #888; }
  nav, section { background: #fff; padding: .5rem 1rem; margin-block-end: 1rem; }
  section div { display: flex; gap: 1rem; align-items: start; padding: .5rem; }
  .dark { background: #111; color: #fff; }
  figure { margin: 0; }
</style>`;

/** The sheet of a language: all products side by side for each screen and theme. */
function sheet(products, lang) {
  const figure = (name, theme, width) => {
    const file = `${lang}/${nameOf(name, theme, width)}`;
    const image = `<img src="${file}" alt="${name}, ${theme}, ${width} pixels" width="${width * SCALE}">`;
    return `<figure><figcaption>${name}</figcaption><a href="${file}">${image}</a></figure>`;
  };
  const sections = SCREENS.flatMap(([screen, width]) =>
    THEMES.map(
      (theme) =>
        `<section class="${theme}"><h2>${screen}, ${theme}</h2><div>${products
          .map(({ name }) => figure(name, theme, width))
          .join('\n')}</div></section>`,
    ),
  );
  return `<!doctype html>
<html lang="en-GB"><title>The card of every product, ${lang}</title>
${STYLE}<style>section div { flex-wrap: wrap; }</style>
${sections.join('\n')}
</html>
`;
}

/** Writes the sheet of a language, as a page and as one picture of it. */
async function writeSheet(browser, products, lang) {
  const file = join(out, `${lang}.html`);
  await writeFile(file, sheet(products, lang));
  // All phones stand in one row.
  const width = Math.max(DESKTOP, products.length * (PHONE * SCALE + 16) + 100);
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  // So large a picture takes its time.
  page.setDefaultTimeout(120_000);
  await page.goto(String(pathToFileURL(file)), { waitUntil: 'load' });
  await page.screenshot({ path: join(out, `${lang}.png`), fullPage: true });
  await page.close();
}

/** The page that leads to all pictures of states, and to the sheets. */
function index(names) {
  const cell = (name, theme, width) => {
    const file = `states/${nameOf(name, theme, width)}`;
    return `<a href="${file}"><img src="${file}" alt="${name}, ${theme}, ${width} pixels" loading="lazy"></a>`;
  };
  const rows = names.map(
    (name) =>
      `<section><h2 id="${name}">${name}</h2>${THEMES.map(
        (theme) => `<div class="${theme}">${WIDTHS.map((width) => cell(name, theme, width)).join('')}</div>`,
      ).join('')}</section>`,
  );
  const sheets = LANGUAGES.map(([lang]) => `<a href="${lang}.html">${lang}</a>`);
  return `<!doctype html>
<html lang="en-GB"><title>The card in every state</title>
${STYLE}<style>section div { overflow-x: auto; } img { max-height: 48rem; }</style>
<nav>Every product: ${sheets.join(' · ')}</nav>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join(' · ')}</nav>
${rows.join('\n')}
</html>
`;
}

const all = await readStates();
const unknown = only.filter((name) => !all.some((state) => state.name === name));
if (unknown.length)
  throw new Error(`no such state: ${unknown.join()}; there are ${all.map(({ name }) => name).join()}`);
const products = all.filter(({ name, product }) => (only.length ? only.includes(name) : product));
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS.split(' ') });
try {
  if (!only.length) await rm(out, { recursive: true, force: true });
  for (const folder of ['states', ...LANGUAGES.map(([lang]) => lang)])
    await mkdir(join(out, folder), { recursive: true });
  await Promise.all([
    ...(only.length
      ? []
      : [takeStates(browser, all), takeDocuments(browser, all, { base, demo, token, out: join(out, 'docs') })]),
    ...LANGUAGES.map(async (language) => {
      await takeProducts(browser, products, language);
      await writeSheet(browser, products, language[0]);
    }),
  ]);
  if (!only.length) await writeFile(join(out, 'index.html'), index([...all.map(({ name }) => name), 'zoom']));
} finally {
  await browser.close();
}
