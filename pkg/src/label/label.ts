// The label without the card: what a record says, as plain values to draw
// yourself. Importing this module does nothing; the first call loads its
// WebAssembly, which contains neither the client nor the card.

import type { UrlLike } from '../shared/globals.js';
import type { MessageTexts } from '../shared/message-texts.js';
import type { Image, ImagePage, Product } from '../shared/model.js';
import type { Description, ProductDiff } from './views.js';
import type { WasmSource } from '../client/types.js';
import type { LabelModule, WasmPlace } from '../shared/types.js';
import { fetchWasm, fileOrText, startModule } from '../wasm/bytes.js';
import { unknownName } from '../diagnostics/nearest.js';
import { toJson } from '../shared/json.js';
import { today } from '../shared/today.js';
import { copied, withCopies } from './copied.js';

export type { MessageTexts };
export type * from './views.js';

/**
 * A product: the object that `PoolClient` gives, or JSON text of it or of a
 * whole answer. Text keeps a figure's last zeros (`1.50`), an object does not.
 */
export type ProductSource = Product | { data: Product } | string;

/** Options of {@link describe}. */
export interface DescribeOptions {
  /** The allergens that a shopper avoids: `'milk nuts'`, `['milk', 'brazil nuts']`. */
  avoid?: string | readonly string[] | null | undefined;
  /**
   * A language file: records and `avoid` are read in that language as well as
   * in English, by what stands under its `lexicon`.
   */
  messages?: MessageTexts | null | undefined;
}

/** Options of {@link diffProducts}. */
export interface DiffOptions {
  /** A language file: both versions are read in that language as well as in English. */
  messages?: MessageTexts | null | undefined;
}

/** Options of {@link jsonLd}. */
export interface JsonLdOptions {
  /** Images: addresses, or answers of the image operations. */
  image?: string | Image | ImagePage | { data: Image } | readonly (string | Image)[] | null | undefined;
  /** The address of the page. */
  url?: string | UrlLike | null | undefined;
  /**
   * The page is about the consumer unit: its GTIN is given instead of the
   * case's, where the product has one component.
   */
  unit?: boolean | undefined;
  /** The GTIN that the page was asked for, which is given instead of both if it is valid. */
  gtin?: string | null | undefined;
  /** The base address of the GS1 Digital Link; `https://id.gs1.org` unless set. */
  resolver?: string | UrlLike | null | undefined;
  /** Words by key, as in the language files; English unless given. */
  messages?: MessageTexts | null | undefined;
}

const STOPPED = 'product-pool failed internally and has stopped; reload the page';

/** The error of an argument, with the code that a `PoolError` of one has. */
const refused = (message: string) => Object.assign(new TypeError(message), { code: 'invalid_argument' });

/** The error of a failure inside the package, likewise. */
const broken = (message: string, cause?: unknown) => Object.assign(new Error(message, { cause }), { code: 'internal' });

let loading: Promise<LabelModule> | undefined;
let place: WasmPlace | undefined;
/** Whether the instance has panicked, after which its memory cannot be relied on. */
let stopped = false;

/** Loads the WebAssembly at once, or from elsewhere than the package's own place. */
export async function init(source?: WasmSource | Promise<WasmSource>): Promise<void> {
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
      throw broken('the WebAssembly of product-pool could not be loaded', error);
    },
  );
  return loading;
}

/** A record as JSON: that is what crosses to the WebAssembly, and numbers in a text keep every digit. */
function textOf(record: ProductSource, name: string) {
  if (typeof record === 'string') return record;
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw refused(`${name} must be a product: an object or its JSON text`);
  }
  if ('then' in record) throw refused(`${name} is a promise: await it`);
  return toJson(record);
}

async function call<T>(use: (exports: LabelModule) => T) {
  const exports = await start();
  if (stopped) throw broken(STOPPED);
  try {
    return use(exports);
  } catch (error) {
    // The reason why an argument is refused is a string.
    if (typeof error === 'string') throw refused(error);
    stopped = true;
    throw broken(STOPPED, error);
  }
}

/** The words in which a language names allergens; none for English, which is always read. */
function lexiconOf(messages: Record<string, string> | null | undefined) {
  return typeof messages?.lexicon === 'string' ? messages.lexicon : '';
}

/** The names of options. The compiler compares them with their declarations. */
const OPTIONS: {
  describe: Record<keyof DescribeOptions, true>;
  diffProducts: Record<keyof DiffOptions, true>;
  jsonLd: Record<keyof JsonLdOptions, true>;
} = {
  describe: { avoid: true, messages: true },
  diffProducts: { messages: true },
  jsonLd: { image: true, url: true, unit: true, gtin: true, resolver: true, messages: true },
};

/** Refuses options that do not exist, which would be ignored in silence. */
function check(options: object, table: object) {
  if (typeof options !== 'object' || options === null) throw refused('the options must be an object');
  const names = Object.keys(table);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw refused(unknownName('option', unknown, names));
}

/**
 * Everything that the card draws of a product.
 *
 * @throws {TypeError} with the code `invalid_argument`: this is no product (an item of a list is none, nor is a
 * promise), or there is no such option; `Error` with the code `internal`: the WebAssembly could not be loaded, or
 * has stopped. The functions below throw the same.
 */
export async function describe(product: ProductSource, options: DescribeOptions = {}): Promise<Description> {
  check(options, OPTIONS.describe);
  const { avoid, messages } = options;
  const text = textOf(product, 'the product');
  const list = Array.isArray(avoid) ? avoid.join(', ') : (avoid ?? '');
  if (typeof list !== 'string') throw refused('the option avoid must be a string or an array of strings');
  const view = await call((exports) => exports.describe(text, list, today(), lexiconOf(messages)));
  for (const notice of view.notices) notice.replacedBy = notice.replacedBy.map(copied);
  return view;
}

/** The difference between two versions of a product, the earlier one first. */
export async function diffProducts(
  before: ProductSource,
  after: ProductSource,
  options: DiffOptions = {},
): Promise<ProductDiff> {
  check(options, OPTIONS.diffProducts);
  const earlier = textOf(before, 'the earlier version');
  const later = textOf(after, 'the later version');
  return withCopies(await call((exports) => exports.diffProducts(earlier, later, lexiconOf(options.messages))));
}

/**
 * The product as schema.org `Product`: JSON text that may stand in a
 * `<script type="application/ld+json">` as it is. Allergens and nutrition are
 * `additionalProperty`; what is not stated is given as not stated.
 */
export async function jsonLd(product: ProductSource, options: JsonLdOptions = {}): Promise<string> {
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

async function english() {
  const { default: messages } = await import('../../lang/en-GB.js');
  return typeof messages === 'string' ? JSON.parse(messages) : messages;
}
