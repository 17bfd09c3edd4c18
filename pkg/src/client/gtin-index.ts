// The index of GTINs, and finding a product by it. Few pages need it, so it is
// loaded with the first call that does.

import type { Component, Product } from '../shared/model.js';
import type { CallOptions, Found, RefreshOptions, StoredProduct } from './types.js';
import type { WasmClient, WasmIndex } from '../shared/types.js';
import { NotFoundError } from '../shared/error-classes.js';
import { invalid, rethrown } from '../shared/error.js';
import { gtin14, warnOfCheckDigit } from '../shared/gtin.js';
import { CALL_NAMES, PLAIN_NAMES, members } from './options.js';
import { clientModule, untilStopped, toolsModule } from '../wasm/loader.js';

const REFRESH = [...PLAIN_NAMES, 'onProgress'];

/** The GTINs of all products: of traded units, and of their components. */
export class GtinIndex {
  #client;
  #index;

  /** @internal */
  constructor(client: () => Promise<WasmClient>, index: WasmIndex) {
    this.#client = client;
    this.#index = index;
  }

  /** The number of GTINs that are known. */
  get size(): number {
    return this.#index.size;
  }

  /**
   * Reads what has changed. After an error, or when it was given up, what was
   * read stays, and the next call goes on from there.
   */
  async refresh(options?: RefreshOptions | null): Promise<this> {
    const { onProgress, ...given } = members(options, REFRESH);
    if (onProgress != null && typeof onProgress !== 'function') {
      throw invalid('the option onProgress must be a function');
    }
    const client = await this.#client();
    const read = async () => {
      try {
        return await untilStopped(() => this.#index.refresh(client, given));
      } catch (error) {
        throw rethrown(error, given.signal);
      }
    };
    // An exception of onProgress is the caller's own, and passed on as it is.
    while (await read()) await onProgress?.(this);
    return this;
  }

  /** The `pool_id`s of the products that a scan may lead to. */
  productsOf(scan: string): string[] {
    try {
      return this.#index.products(scan);
    } catch (error) {
      throw rethrown(error);
    }
  }

  /** The index as text, to be kept: `buildGtinIndex({ from })` goes on with it. */
  export(): string {
    return this.#index.text();
  }
}

export async function buildIndex(
  client: () => Promise<WasmClient>,
  given?: (RefreshOptions & { from?: string | null }) | null,
): Promise<GtinIndex> {
  const { from, ...options } = members(given, [...REFRESH, 'from']);
  const { Index } = await toolsModule();
  let index;
  try {
    index = new GtinIndex(client, new Index(from));
  } catch (error) {
    throw rethrown(error);
  }
  return index.refresh(options);
}

/** Whether a stored GTIN is this one of 14 digits, in whatever form the supplier wrote it. */
const isGtin = (stored: unknown, gtin: string) =>
  (typeof stored === 'string' || typeof stored === 'number') && gtin14(String(stored)) === gtin;

/**
 * The unit of a product with this GTIN of 14 digits: its component, or none where it is
 * the traded unit; undefined where no unit has it.
 */
function unitWith(product: Product, gtin: string): { component: Component | undefined } | undefined {
  if (isGtin(product.outer?.traded_unit_gtin, gtin)) return { component: undefined };
  const components = Array.isArray(product.components) ? product.components : [];
  const component = components.find((one) => isGtin(one?.inner?.internal_gtin, gtin));
  return component && { component };
}

const isNotFound = (error: unknown) => error instanceof NotFoundError;

export async function gtinOfScan(scan: string): Promise<string | undefined> {
  const { gtinOf } = await clientModule();
  try {
    return gtinOf(scan);
  } catch {
    return undefined;
  }
}

export async function find(
  call: (operation: string, parameters: unknown[], options: CallOptions) => PromiseLike<StoredProduct>,
  scan: string,
  given?: (CallOptions & { index?: GtinIndex | null }) | null,
): Promise<Found> {
  const { index, ...options } = members(given, [...CALL_NAMES, 'index']);
  if (index != null && !(index instanceof GtinIndex)) {
    throw invalid('the option index must be made by buildGtinIndex()');
  }
  let known: StoredProduct | undefined;
  let notFound: unknown;
  try {
    known = await call('findByGtin', [scan, index != null], options);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    notFound = error;
  }
  const { gtinOf } = await clientModule();
  const gtin = gtinOf(scan);
  warnOfCheckDigit(gtin);
  // A gateway finds products by the codes of their components too.
  if (known) return { product: known, component: unitWith(known, gtin)?.component };
  for (const id of index?.productsOf(scan) ?? []) {
    try {
      const product = await call('getProduct', [id], options);
      const unit = unitWith(product, gtin);
      // A product that no longer has the GTIN is not the one that was scanned.
      if (unit) return { product, component: unit.component };
    } catch (error) {
      // It was withdrawn since the index was refreshed.
      if (!isNotFound(error)) throw error;
    }
  }
  throw notFound;
}
