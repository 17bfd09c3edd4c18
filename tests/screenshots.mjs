// Pictures of the card in every state, theme and width, beside each other in an
// index, and the README's two: `cargo xtask screenshots`, which sets the
// variables read here.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { openStates, readStates } from './states.mjs';

const [out, ...only] = process.argv.slice(2);
const { BASE_URL: base, TOKEN: token, CHROMIUM, CHROMIUM_FLAGS } = process.env;

const WIDTHS = [320, 390, 768, 1280];
const THEMES = ['light', 'dark'];

/** The card alone, for the README: on a desk in daylight, and on a phone at night. */
const README = {
  desktop: { viewport: { width: 1000, height: 1300 }, colorScheme: 'light' },
  phone: { viewport: { width: 400, height: 960 }, deviceScaleFactor: 2, colorScheme: 'dark' },
};

const nameOf = (state, theme, width) => `${state}-${theme}-${width}.png`;

/** Leaves one state on the page; runs there. */
function alone(name) {
  for (const place of document.querySelectorAll('.state')) place.hidden = place.dataset.name !== name;
}

/** One state after the other, as it looks in one theme at one width. */
async function picture(browser, states, theme, width) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme, reducedMotion: 'reduce' });
  page.on('pageerror', (error) => console.error(`${theme}, ${width}: ${error}`));
  await openStates(page, { base, token, states });
  const [first] = states;
  for (const { name } of states) {
    const place = page.locator(`.state[data-name="${name}"]`);
    // A page of all of them is long, and a browser slow to take a part of it.
    await page.evaluate(alone, name);
    await place.screenshot({ path: join(out, 'states', nameOf(name, theme, width)) });
  }
  await page.evaluate(alone, first.name);
  const zoom = page.locator(`.state[data-name="${first.name}"] [data-action="zoom"]`);
  if (await zoom.count()) {
    await zoom.click();
    await page
      .locator('dialog[open] img')
      .first()
      .evaluate((image) => image.decode());
    await page.screenshot({ path: join(out, 'states', nameOf('zoom', theme, width)) });
  } else if (!only.length) {
    throw new Error(`${first.name} has no image to look at`);
  }
  await page.close();
}

/** The card as the README shows it, cut off where it would be too long for that. */
async function forReadme(browser, states) {
  for (const [name, screen] of Object.entries(README)) {
    const page = await browser.newPage({ reducedMotion: 'reduce', ...screen });
    await openStates(page, { base, token, states: states.slice(0, 1) });
    const box = await page.locator('product-pool-card').boundingBox();
    const clip = { ...box, height: Math.min(box.height, screen.viewport.height) };
    await page.screenshot({ path: join(out, `card-${name}.png`), clip, fullPage: true });
    await page.close();
  }
}

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
  return `<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><title>The card in every state</title>
<style>
  body { font: 1rem system-ui, sans-serif; margin: 1rem; background: #888; }
  nav, section { background: #fff; padding: .5rem 1rem; margin-block-end: 1rem; }
  section div { display: flex; gap: 1rem; align-items: start; padding: .5rem; overflow-x: auto; }
  .dark { background: #111; }
  img { max-height: 48rem; }
</style>
<nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join(' · ')}</nav>
${rows.join('\n')}
</html>
`;
}

const all = await readStates();
const states = only.length ? all.filter(({ name }) => only.includes(name)) : all;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS.split(' ') });
try {
  if (!only.length) await rm(join(out, 'states'), { recursive: true, force: true });
  await mkdir(join(out, 'states'), { recursive: true });
  for (const theme of THEMES) {
    for (const width of WIDTHS) await picture(browser, states, theme, width);
  }
  if (!only.length) await forReadme(browser, states);
  await writeFile(join(out, 'index.html'), index([...states.map(({ name }) => name), 'zoom']));
} finally {
  await browser.close();
}
