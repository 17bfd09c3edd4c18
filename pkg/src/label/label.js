// The label without the card: what a record says, as plain values to draw
// yourself. Importing this module does nothing; the first call loads its
// WebAssembly, which has neither client nor card in it.

import { fetched } from '../wasm/bytes.js';
import { source } from '../wasm/label-source.js';
import { today } from '../shared/today.js';

const STOPPED = 'product-pool met an internal failure and has stopped; reload the page';

/** The exports as a promise, once they are wanted. */
let loading;
/** Where the WebAssembly is, if somebody said so. */
let place;
/** Whether a failure has ended the instance, whose memory is then in no known state. */
let stopped = false;

/**
 * Loads the WebAssembly, once: calling it early spares the first call the wait.
 * `given` says where it is if it does not lie beside this module.
 */
export async function init(given) {
  place ??= given;
  await start();
}

function start() {
  loading ??= load().catch((error) => {
    // A later call tries again, somewhere else if it is told where.
    loading = undefined;
    place = undefined;
    throw new Error('the WebAssembly of product-pool could not be loaded', { cause: error });
  });
  return loading;
}

async function load() {
  const glue = await import('../../dist/label.js');
  await glue.default({ module_or_path: await (place ? fetched(place) : source()) });
  return glue;
}

/** A record as text: it crosses so, and figures given as text keep every digit. */
function textOf(record, name) {
  if (typeof record === 'string') return record;
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new TypeError(`${name} is no product: give the object or the JSON text of one`);
  }
  return JSON.stringify(record);
}

/** The text that `use` makes of the exports. */
async function ask(use) {
  const exports = await start();
  if (stopped) throw new Error(STOPPED);
  let text;
  try {
    text = use(exports);
  } catch (error) {
    stopped = true;
    throw new Error(STOPPED, { cause: error });
  }
  if (text.startsWith('{"fault":')) throw new TypeError(JSON.parse(text).fault);
  return text;
}

/** The words in which a language names allergens; none for English, which is always read. */
function lexiconOf(messages) {
  return typeof messages?.lexicon === 'string' ? messages.lexicon : '';
}

/** Everything that the card draws of a product. */
export async function describe(product, { avoid, messages } = {}) {
  const text = textOf(product, 'the product');
  const list = Array.isArray(avoid) ? avoid.join(', ') : (avoid ?? '');
  if (typeof list !== 'string') throw new TypeError('avoid is no text and no list of texts');
  return JSON.parse(await ask((exports) => exports.describe(text, list, today(), lexiconOf(messages))));
}

/** What changed between two versions of a product, the earlier one first. */
export async function diffProducts(before, after, { messages } = {}) {
  const texts = [textOf(before, 'the earlier version'), textOf(after, 'the later version')];
  return JSON.parse(await ask((exports) => exports.diffProducts(...texts, lexiconOf(messages))));
}

/** The product as schema.org JSON-LD: text that may stand in a script element as it is. */
export async function jsonLd(product, { image, url, unit, resolver, messages } = {}) {
  const text = textOf(product, 'the product');
  const words = messages ?? (await english());
  const options = JSON.stringify({
    image,
    url: url == null ? undefined : String(url),
    unit: unit === true,
    resolver: resolver == null ? undefined : String(resolver),
    messages: words,
  });
  return ask((exports) => exports.jsonLd(text, options));
}

/** The words of the language that every other falls back to. */
async function english() {
  const { default: words } = await import('../../dist/lang/en-GB.js');
  return typeof words === 'string' ? JSON.parse(words) : words;
}
