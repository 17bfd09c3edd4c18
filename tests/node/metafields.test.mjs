// The metafields for Shopify: integrations/shopify-metafields/.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { metafields, productsOf, rowsOf } from '../../integrations/shopify-metafields/metafields.mjs';

const [GTIN, RECALLED, GONE, BROKEN, STALE, CUT] = [4, 11, 28, 35, 42, 59].map(
  (end) => `0952000000${`${end}`.padStart(4, '0')}`,
);

const fact = (propertyID, name, value) => ({ propertyID, name, value });
const ALLERGENS = Array.from({ length: 14 }, (_, at) =>
  fact(`allergen.a${at}`, `Food ${at}`, at === 0 ? 'Contains' : 'Not stated'),
);
const FACTS = [...ALLERGENS, fact('ingredients', 'Ingredients', '=1+1, "milk"')];
const fragment = (facts, notice = 'statement') =>
  `<product-pool-card gtin="1"><p data-notice="${notice}"></p></product-pool-card>` +
  `<script type="application/ld+json" data-product-pool>${JSON.stringify({ additionalProperty: facts })}</script>\n`;

let server;
let gateway;
const asked = [];
before(async () => {
  server = createServer((request, response) => {
    const gtin = request.url.match(/\d{12,14}/)?.[0];
    asked.push(request.url);
    const stale = gtin === STALE ? { 'x-product-pool-stale': '1' } : {};
    const status = { [GONE]: 410, [BROKEN]: 502 }[gtin] ?? 200;
    response.writeHead(status, { 'retry-after': '0.01', ...stale });
    const facts = gtin === CUT ? FACTS.slice(1) : FACTS;
    response.end(fragment(facts, gtin === RECALLED ? 'recalled' : undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  gateway = `http://127.0.0.1:${server.address().port}/`;
});
after(() => server.close());

const products = (...rows) =>
  `\ufeffHandle,Title,Body (HTML),Option1 Name,Option1 Value,Variant Barcode\r\n${rows.join('\r\n')}\r\n`;
const MISSING = 'The product information is not here. Check the label for allergens.';

/** The rows of the file, each as an object by the metafield's key. */
async function run(text, lang) {
  const { csv, failed } = await metafields(text, { gateway, lang, today: '2026-11-28' });
  const [header, ...rows] = rowsOf(csv);
  const key = (name) => name.match(/product_pool\.(\w+)/)?.[1] ?? name.toLowerCase();
  return {
    header,
    failed,
    rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [key(header[at]), cell]))),
  };
}

it('every fact is a line of the words on the card, what is not stated too', async () => {
  const { header, rows, failed } = await run(
    products(`thai,"Pad ""Thai""","<p>\r\n</p>",Title,Default,'${GTIN}`, 'thai,,,,,'),
    'en-GB',
  );
  assert.deepEqual(header.slice(0, 3), ['Handle', 'Title', 'GTIN (product.metafields.product_pool.gtin)']);
  assert.deepEqual(failed, []);
  assert.deepEqual(rows, [
    {
      handle: 'thai',
      title: 'Pad "Thai"',
      gtin: GTIN,
      allergens: ALLERGENS.map(({ name, value }) => `${name}: ${value}`).join('\n'),
      ingredients: 'Ingredients: =1+1, "milk"',
      // None was declared.
      nutrition: MISSING,
      checked: '2026-11-28',
    },
  ]);
  assert.ok(asked.at(-1).startsWith(`/card/gtin/${GTIN}?lang=en-GB`));
});

it('what is not known of a product replaces what was said before, in words and never by an empty cell', async () => {
  const { rows, failed } = await run(
    products(
      `recalled,Recalled,,T,D,${RECALLED}`,
      `gone,Gone,,T,D,${GONE}`,
      `two,Two,,Flavour,Salt,${GTIN}`,
      `two,,,,Onion,${GONE}`,
      `half,Half,,Flavour,Salt,${GTIN}`,
      'half,,,,Onion,',
      'word,Word,,T,D,none',
    ),
  );
  assert.deepEqual(failed, []);
  assert.deepEqual(
    rows.map(({ handle }) => handle),
    ['recalled', 'gone', 'two', 'half', 'word'],
  );
  for (const { gtin, allergens, ingredients, nutrition } of rows)
    assert.deepEqual([gtin, allergens, ingredients, nutrition], ['none', MISSING, MISSING, MISSING]);
});

it('a product that could not be asked for is named, and has no row', async () => {
  const { rows, failed } = await run(
    products(`a,A,,T,D,${BROKEN}`, `b,B,,T,D,${STALE}`, `c,C,,T,D,${CUT}`, `d,D,,T,D,${GTIN}`, 'bag,Bag,,T,D,'),
    'de',
  );
  assert.deepEqual(
    rows.map(({ handle }) => handle),
    ['d'],
  );
  assert.deepEqual(failed.sort(), [
    'a: the gateway answers 502',
    'b: the gateway could not check what it has',
    'c: the answer is not a whole card',
  ]);
});

it('Shopify’s newer names of columns are known, and other files refused', async () => {
  const { column, products: found } = productsOf(rowsOf('URL handle,Title,Option1 value,Barcode\nx,X,Salt,123\n'));
  assert.deepEqual([column, found], ['URL handle', [{ handle: 'x', title: 'X', barcodes: new Set(['123']) }]]);
  assert.throws(() => productsOf(rowsOf('Name,Price\nx,1')), /no column for handle, title, barcode, option/);
  assert.throws(() => rowsOf('a,"b" c\n'), /row 1 is not complete/);
  await assert.rejects(run(products(), 'tlh'), /no words in the language "tlh"/);
});
