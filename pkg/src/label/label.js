// The label without the card: what a record says, as plain values to draw
// yourself. Importing this module does nothing; the first call loads its
// WebAssembly, which has neither client nor card in it.

/** @import { DescribeOptions, DiffOptions, JsonLdOptions } from '../../types/label.js' */

import { fetched } from '../wasm/bytes.js';
import { source } from '../wasm/label-source.js';
import { today } from '../shared/today.js';

const STOPPED = 'product-pool failed internally and has stopped; reload the page';

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
    throw new TypeError(`${name} must be a product: an object or its JSON text`);
  }
  return JSON.stringify(record);
}

/** What `use` makes of the exports. */
async function call(use) {
  const exports = await start();
  if (stopped) throw new Error(STOPPED);
  try {
    return use(exports);
  } catch (error) {
    // The reason why an argument is refused is a string.
    if (typeof error === 'string') throw new TypeError(error);
    stopped = true;
    throw new Error(STOPPED, { cause: error });
  }
}

/**
 * A value that is copied from a record: it comes as JSON (in the form of serde_json's
 * `RawValue`), which the engine's own parser reads, or as a string.
 */
function copied(value) {
  return typeof value === 'string' ? value : JSON.parse(value['$serde_json::private::RawValue']);
}

/** The words in which a language names allergens; none for English, which is always read. */
function lexiconOf(messages) {
  return typeof messages?.lexicon === 'string' ? messages.lexicon : '';
}

/** Everything that the card draws of a product. */
export async function describe(product, { avoid, messages } = /** @type {DescribeOptions} */ ({})) {
  const text = textOf(product, 'the product');
  const list = Array.isArray(avoid) ? avoid.join(', ') : (avoid ?? '');
  if (typeof list !== 'string') throw new TypeError('the option avoid must be a string or an array of strings');
  const view = await call((exports) => exports.describe(text, list, today(), lexiconOf(messages)));
  for (const notice of view.notices) notice.replacedBy = notice.replacedBy.map(copied);
  return view;
}

/** What changed between two versions of a product, the earlier one first. */
export async function diffProducts(before, after, { messages } = /** @type {DiffOptions} */ ({})) {
  const texts = [textOf(before, 'the earlier version'), textOf(after, 'the later version')];
  const diff = await call((exports) => exports.diffProducts(...texts, lexiconOf(messages)));
  for (const { before, after } of diff.fields) {
    for (const place of [before, after]) if (place) place.value = copied(place.value);
  }
  return diff;
}

/** The product as schema.org JSON-LD: text that may stand in a script element as it is. */
export async function jsonLd(product, { image, url, unit, resolver, messages } = /** @type {JsonLdOptions} */ ({})) {
  const text = textOf(product, 'the product');
  const words = messages ?? (await english());
  const options = JSON.stringify({
    image,
    url: url == null ? undefined : String(url),
    unit: unit === true,
    resolver: resolver == null ? undefined : String(resolver),
    messages: words,
  });
  return call((exports) => exports.jsonLd(text, options));
}

/** The words of the language that every other falls back to. */
async function english() {
  const { default: words } = await import('../../dist/lang/en-GB.js');
  return typeof words === 'string' ? JSON.parse(words) : words;
}
