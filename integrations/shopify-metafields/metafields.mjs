#!/usr/bin/env node
// What manufacturers declared of a shop's products, as metafields of Shopify: reads the file of products that Shopify
// exports, asks the gateway for each barcode, and prints a file that Shopify imports (docs/platforms.md).
//
//     node metafields.mjs https://products.shop.example products_export.csv [de] > metafields.csv
//
// Each product that is printed has all its metafields: Shopify keeps the value before of one that is left out, and an
// empty cell would read as "nothing declared". A product that could not be asked for has no row, and keeps what it has,
// with the day from which that is.
//
// License: MIT OR Apache-2.0

import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/** The metafields: the key, the name of the column, and which of the card's facts it lists. */
const METAFIELDS = [
  ['allergens', 'Allergens', /^allergens?\./],
  ['ingredients', 'Ingredients', /^ingredients$/],
  ['nutrition', 'Nutrition', /^nutrient\./],
];

/** How many allergens a card states or says that they are not stated. */
const ALLERGENS = 14;

/**
 * What a card may say besides and its facts stand alone; with any other notice, such as that of a recall, they do not.
 */
const NOTICE = /data-notice="(?!statement|all-absent|no-allergens|conflict|scanned|changed)/;

/** The GTIN of metafields that are true of none. */
const NONE = 'none';

/** How many products are asked for at a time. */
const AT_A_TIME = 4;

/** How many times one is asked for that the gateway cannot answer. */
const TRIES = 3;

/** A cell, in quotes or not, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;

/** The rows of a CSV file (RFC 4180), each as an array of cells. */
export function rowsOf(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.replace(/^\ufeff/, '').matchAll(CELL)) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') return rows.filter((row) => row.some((cell) => cell !== ''));
    if (end !== ',') rows.push([]);
  }
  throw new Error(`this is no file of comma-separated values: row ${rows.length} is not complete`);
}

/** A row of a CSV file. */
const rowOf = (cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;

/**
 * The products of Shopify's file, whose columns have had two sets of names. Rows without a value of an option are further
 * pictures. A variant without a barcode counts: what is declared of another one does not hold for it.
 */
export function productsOf([header, ...rows]) {
  const column = (...names) => header.findIndex((name) => names.includes(name.trim().toLowerCase()));
  const columns = {
    handle: column('handle', 'url handle'),
    title: column('title'),
    barcode: column('variant barcode', 'barcode'),
    option: column('option1 value'),
  };
  const lacking = Object.keys(columns).filter((name) => columns[name] < 0);
  if (lacking.length > 0)
    throw new Error(`this is no file of products from Shopify: no column for ${lacking.join(', ')}`);
  const products = new Map();
  let handle = '';
  for (const row of rows) {
    handle = row[columns.handle] || handle;
    if (!products.has(handle)) products.set(handle, { handle, title: row[columns.title], barcodes: new Set() });
    // Spreadsheet programs put an apostrophe before digits.
    if (row[columns.option]) products.get(handle).barcodes.add((row[columns.barcode] ?? '').replace(/[\s'-]/g, ''));
  }
  const named = [...products.values()].filter(({ barcodes }) => [...barcodes].some(Boolean));
  return { column: header[columns.handle].trim(), products: named };
}

/**
 * What the gateway says of a GTIN: the facts of its card; null if it has no such product, or one whose facts must not
 * stand without their notice. Throws if it could not say.
 */
async function factsOf(gateway, gtin, lang, tries = TRIES) {
  const address = `${gateway}/card/gtin/${gtin}?lang=${lang}&variant=badges&json-ld=properties`;
  let problem;
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(30_000) });
    const text = await answer.text();
    const isCard = text.startsWith('<product-pool-card ');
    if (isCard && [404, 410].includes(answer.status)) return null;
    const [, json] = text.match(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>\s*$/) ?? [];
    const facts = isCard && answer.status === 200 && json ? JSON.parse(json).additionalProperty : [];
    const allergens = new Set(facts.map(({ propertyID }) => propertyID).filter((id) => id.startsWith('allergen.')));
    if (answer.headers.has('x-product-pool-stale')) problem = 'the gateway could not check what it has';
    else if (allergens.size === ALLERGENS) return NOTICE.test(text) ? null : facts;
    else problem = answer.status === 200 ? 'the answer is not a whole card' : `the gateway answers ${answer.status}`;
    const seconds = Number(answer.headers.get('retry-after')) || 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(seconds, 60)));
  } catch (error) {
    problem = error.cause?.message ?? error.message;
  }
  if (tries > 1) return factsOf(gateway, gtin, lang, tries - 1);
  throw new Error(problem);
}

/** The metafields of a product; `missing` are the words where nothing is known. */
async function metafieldsOf({ barcodes }, { gateway, lang, missing }) {
  // Metafields are those of the whole product: they are true of one barcode, or of none.
  const [gtin, another] = barcodes;
  const isOne = another === undefined && /^\d{8,14}$/.test(gtin);
  const facts = (isOne && (await factsOf(gateway, gtin, lang))) || [];
  const texts = METAFIELDS.map(([, , pattern]) => {
    const lines = facts.filter(({ propertyID }) => pattern.test(propertyID));
    return lines.map(({ name, value, unitText = '' }) => `${name}: ${value} ${unitText}`.trim()).join('\n') || missing;
  });
  return { gtin: facts.length > 0 ? gtin : NONE, texts };
}

/** What the app block says where there is no card. */
async function missingIn(lang) {
  const [language] = lang.toLowerCase().split('-');
  const name = `${language === 'en' ? 'en.default' : language}.json`;
  const file = new URL(`../shopify/extensions/product-pool/locales/${name}`, import.meta.url);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`there are no words in the language ${JSON.stringify(lang)}`);
  });
  return JSON.parse(text).product_pool.missing;
}

/**
 * The file for Shopify, and the products that could not be asked for.
 *
 * @param {string} text - The file that Shopify has exported.
 * @param {{ gateway: string, lang?: string, today?: string }} options
 */
export async function metafields(text, { gateway, lang = 'en-GB', today = new Date().toISOString().slice(0, 10) }) {
  const { column, products } = productsOf(rowsOf(text));
  const missing = await missingIn(lang);
  const name = (key, title) => `${title} (product.metafields.product_pool.${key})`;
  const columns = METAFIELDS.map(([key, title]) => name(key, title));
  const rows = [rowOf([column, 'Title', name('gtin', 'GTIN'), ...columns, name('checked', 'Checked')])];
  const failed = [];
  const waiting = products.entries();
  const work = async () => {
    for (const [at, product] of waiting) {
      try {
        const { gtin, texts } = await metafieldsOf(product, { gateway: gateway.replace(/\/+$/, ''), lang, missing });
        rows[at + 1] = rowOf([product.handle, product.title, gtin, ...texts, today]);
      } catch (error) {
        failed.push(`${product.handle}: ${error.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { csv: rows.join(''), failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [gateway, file, lang] = process.argv.slice(2);
  if (!/^https?:\/\/[^/]/.test(gateway ?? '') || !file) {
    console.error(
      'Usage: node metafields.mjs https://products.shop.example products_export.csv [LANGUAGE] > metafields.csv',
    );
    process.exit(2);
  }
  const { csv, failed } = await metafields(await readFile(file, 'utf8'), { gateway, lang });
  process.stdout.write(csv);
  for (const line of failed) console.error(`left out: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}
