// The numbers in documents, types and examples are those of the demo catalogue:
// whoever copies an example sees a product and not "not found".

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PRODUCTS as OWN_RECORDS } from '../../pkg/dist/testing.js';
import { pool } from './support.mjs';

const { BASE_URL, TOKEN } = process.env;
const skip = BASE_URL && TOKEN ? false : 'BASE_URL and TOKEN name no server: run cargo xtask test e2e';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What is read by developers: files, and folders with the extensions that count. */
const FILES = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'index.html',
  'server/README.md',
  'server/crates/demo-data/FAULTS.md',
];
const FOLDERS = {
  docs: ['.md', '.toml'],
  examples: ['.rs', '.md', '.js', '.ts', '.tsx', '.jsx', '.vue', '.svelte', '.html'],
  pkg: ['.md', '.ts', '.js', '.json'],
  www: ['.html', '.js', '.json'],
  src: ['.rs'],
  bindings: ['.rs'],
};
const GENERATED = /(^|\/)(dist|node_modules|target)\//;

/** Numbers that are meant to be wrong, with the reason. */
const WRONG_GTINS = {
  9520000002009: 'parse_lenient: a wrong check digit',
  952000000200: 'check_digit: digits without their check digit',
  9520000199999: 'the showcase: a product that does not exist',
  2000000000008: 'caution: a number of a shop’s own',
};

/** The text of a file as far as it is documentation: of Rust only the comments for rustdoc. */
function documentation(name, text) {
  if (extname(name) !== '.rs' || name.startsWith('examples/')) return text;
  return text.match(/^\s*\/\/[/!].*$/gm)?.join('\n') ?? '';
}

async function documents() {
  const names = [...FILES];
  for (const [folder, extensions] of Object.entries(FOLDERS)) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      const path = `${folder}/${name}`;
      if (extensions.includes(extname(name)) && !GENERATED.test(path)) names.push(path);
    }
  }
  return Promise.all(
    names.map(async (name) => ({ name, text: documentation(name, await readFile(join(ROOT, name), 'utf8')) })),
  );
}

/** All matches of the patterns' first groups, each with the file that has it. */
function found(files, patterns) {
  const matches = new Map();
  for (const { name, text } of files) {
    for (const pattern of patterns) {
      for (const [, value] of text.matchAll(pattern)) {
        matches.set(value, [...(matches.get(value) ?? []), name]);
      }
    }
  }
  return matches;
}

// Numbers of 12 to 14 digits are GTINs. Shorter ones are where the context says so.
const GTINS = [/(?<![\w.-])(?:\(01\)|01)?(\d{12,14})(?![\w-])/g, /\bgtins?="(\d{8})"/g];
const PRODUCTS = [
  /\bproduct-id="([^"{]+)"/g,
  /\bgetProduct\(['"]([^'"]+)['"]/g,
  /\/v2\/(?:products|images)\/(?!gtin\b|\{)([\w-]+)(?=[\s?'"`)/])/g,
  /"pool_id": ?"([^"…]+)"/g,
];
const WHOLESALERS = [/\bwholesaler(?:=|"?:) ?"?(\d+)/gi, /\bfilter: \{ wholesaler: ?(\d+)/g];
const MANUFACTURERS = [
  /\/v2\/manufacturers\/(\d+)/g,
  /\bfilter(?:\[manufacturer\]=|: \{ manufacturer: ?)(\d+)/g,
  /\b(?:getManufacturer|listBrands|getBrand)\((\d+)/g,
  /"manufacturer": ?(\d+)/g,
];

const padded = (gtin) => gtin.replaceAll(' ', '').padStart(14, '0');

test('every number in documents and examples is in the demo catalogue', { skip }, async () => {
  const files = await documents();
  const one = new pool.PoolClient({ baseUrl: BASE_URL, token: TOKEN });
  const known = { gtins: new Set(), products: new Set() };
  for await (const item of one.listProducts()) {
    known.products.add(item.pool_id);
    for (const gtin of [item.traded_unit_gtin, ...item.components.map((component) => component.internal_gtin)]) {
      if (gtin) known.gtins.add(padded(gtin));
    }
  }

  // The pool for people's tests has records of its own, in which every number of its documents is.
  for (const { pool_id: id, outer, components } of Object.values(OWN_RECORDS)) {
    known.products.add(id);
    for (const gtin of [outer?.traded_unit_gtin, ...(components ?? []).map((one) => one.inner?.internal_gtin)])
      if (gtin) known.gtins.add(padded(gtin));
  }

  const gtins = found(files, GTINS);
  assert.ok(gtins.size >= 15 && gtins.has('09520000000004'), 'the GTINs of the documents are not found');
  const unknown = [...gtins].filter(([gtin]) => !known.gtins.has(padded(gtin)) && !(Number(gtin) in WRONG_GTINS));
  assert.deepEqual(unknown, [], 'GTINs that the demo catalogue has not');
  for (const [gtin, reason] of Object.entries(WRONG_GTINS)) {
    assert.ok(
      gtins.has(gtin) && !known.gtins.has(padded(gtin)),
      `${gtin}, ${reason}: no longer wrong, or no longer used`,
    );
  }

  // Records in the library's own examples are cut short and name no real product.
  const guides = files.filter(({ name }) => !name.startsWith('src/'));
  const products = found(guides, PRODUCTS);
  assert.ok(products.size > 0, 'the products of the documents are not found');
  assert.deepEqual(
    [...products].filter(([id]) => !known.products.has(id)),
    [],
    'product ids that the demo catalogue has not',
  );

  const makers = new Set((await one.listManufacturers().toArray()).map(({ id }) => String(id)));
  assert.deepEqual(
    [...found(guides, MANUFACTURERS)].filter(([id]) => !makers.has(id)),
    [],
    'manufacturers that the demo catalogue has not',
  );

  for (const [id, names] of found(guides, WHOLESALERS)) {
    assert.ok(await hasImages(one, Number(id), known.products), `no image of wholesaler ${id} (${names})`);
  }
});

/** Whether any product has an image of that wholesaler. */
async function hasImages(client, wholesaler, products) {
  const ids = [...products];
  while (ids.length > 0) {
    const pages = await Promise.all(
      ids.splice(0, 20).map((id) => client.listImages(id, { filter: { wholesaler: wholesaler } })),
    );
    if (pages.some((page) => page.data.length > 0)) return true;
  }
  return false;
}
