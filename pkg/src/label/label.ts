// The label without the card: what a record says, as plain values to draw
// yourself. Importing this module does nothing; the first call loads its
// WebAssembly, which contains neither the client nor the card.

import type * as api from '../../types/label.js';
import type { LabelModule, WasmPlace } from '../shared/types.js';
import { fetchWasm, fileOrText, startModule } from '../wasm/bytes.js';
import { unknownName } from '../diagnostics/nearest.js';
import { toJson } from '../shared/json.js';
import { today } from '../shared/today.js';
import { copied, withCopies } from './copied.js';

const STOPPED = 'product-pool failed internally and has stopped; reload the page';

/** The exports as a promise, once they are needed. */
let loading: Promise<LabelModule> | undefined;
/** The place of the WebAssembly, if `init` was called with that. */
let place: WasmPlace | undefined;
/** Whether the instance has panicked, after which its memory cannot be relied on. */
let stopped = false;

export async function init(source?: WasmPlace): Promise<void> {
  place ??= source;
  await start();
}

function start() {
  const file = () => fetchWasm(new URL('../../wasm/label_bg.wasm', import.meta.url));
  const text = () => import('../../wasm/label.base64.js');
  loading ??= startModule(() => import('../../wasm/label.js'), place ? fetchWasm(place) : fileOrText(file, text)).catch(
    (error) => {
      // The next call tries again, possibly with another place.
      loading = undefined;
      place = undefined;
      throw new Error('the WebAssembly of product-pool could not be loaded', { cause: error });
    },
  );
  return loading;
}

/**
 * A record as JSON: that is what crosses to the WebAssembly, and numbers in a text
 * keep every digit.
 */
function textOf(record: api.ProductSource, name: string) {
  if (typeof record === 'string') return record;
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new TypeError(`${name} must be a product: an object or its JSON text`);
  }
  if ('then' in record) throw new TypeError(`${name} is a promise: await it`);
  return toJson(record);
}

/** The result of `use` with the exports. */
async function call<T>(use: (exports: LabelModule) => T) {
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

/** The words in which a language names allergens; none for English, which is always read. */
function lexiconOf(messages: Record<string, string> | null | undefined) {
  return typeof messages?.lexicon === 'string' ? messages.lexicon : '';
}

/** The names of options. The compiler compares them with their declarations. */
const OPTIONS: {
  describe: Record<keyof api.DescribeOptions, true>;
  diffProducts: Record<keyof api.DiffOptions, true>;
  jsonLd: Record<keyof api.JsonLdOptions, true>;
} = {
  describe: { avoid: true, messages: true },
  diffProducts: { messages: true },
  jsonLd: { image: true, url: true, unit: true, gtin: true, resolver: true, messages: true },
};

/** Refuses options that do not exist, which would be ignored in silence. */
function check(options: object, table: object) {
  if (typeof options !== 'object' || options === null) throw new TypeError('the options must be an object');
  const names = Object.keys(table);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownName('option', unknown, names));
}

export async function describe(
  product: api.ProductSource,
  options: api.DescribeOptions = {},
): Promise<api.Description> {
  check(options, OPTIONS.describe);
  const { avoid, messages } = options;
  const text = textOf(product, 'the product');
  const list = Array.isArray(avoid) ? avoid.join(', ') : (avoid ?? '');
  if (typeof list !== 'string') throw new TypeError('the option avoid must be a string or an array of strings');
  const view = await call((exports) => exports.describe(text, list, today(), lexiconOf(messages)));
  for (const notice of view.notices) notice.replacedBy = notice.replacedBy.map(copied);
  return view;
}

export async function diffProducts(
  before: api.ProductSource,
  after: api.ProductSource,
  options: api.DiffOptions = {},
): Promise<api.ProductDiff> {
  check(options, OPTIONS.diffProducts);
  const earlier = textOf(before, 'the earlier version');
  const later = textOf(after, 'the later version');
  return withCopies(await call((exports) => exports.diffProducts(earlier, later, lexiconOf(options.messages))));
}

export async function jsonLd(product: api.ProductSource, options: api.JsonLdOptions = {}): Promise<string> {
  check(options, OPTIONS.jsonLd);
  const { image, url, unit, gtin, resolver, messages } = options;
  const text = textOf(product, 'the product');
  const used = messages ?? (await english());
  const given = toJson({
    image,
    url: url == null ? undefined : String(url),
    unit: unit === true,
    gtin: gtin ?? undefined,
    resolver: resolver == null ? undefined : String(resolver),
    messages: used,
  });
  return call((exports) => exports.jsonLd(text, given));
}

/** The messages of the language that all others fall back to. */
async function english() {
  const { default: messages } = await import('../../lang/en-GB.js');
  return typeof messages === 'string' ? JSON.parse(messages) : messages;
}
