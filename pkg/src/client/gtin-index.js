// The index of GTINs, and finding a product by it. Few pages want it, so it is
// loaded with the first call that does.

import { invalid, members, rethrown } from '../shared/error.js';
import { gtin14 } from '../shared/gtin.js';
import { orStopped, wasm } from '../wasm/loader.js';

/** The GTINs of all products, of traded units and of components. */
export class GtinIndex {
  #client;
  #index;

  /** Called by the client. */
  constructor(client, index) {
    this.#client = client;
    this.#index = index;
  }

  /** How many GTINs are known. */
  get size() {
    return this.#index.size;
  }

  /**
   * Reads what has changed. After an error, or when it was given up, what was
   * read stays, and the next call goes on from there.
   */
  async refresh(given) {
    const { onProgress, ...options } = members(given);
    if (onProgress != null && typeof onProgress !== 'function') {
      throw invalid('the option onProgress must be a function');
    }
    const client = await this.#client();
    const read = async () => {
      try {
        return await orStopped(() => this.#index.refresh(client, options));
      } catch (error) {
        throw rethrown(error, options.signal);
      }
    };
    // What onProgress throws is the caller's own and stays what it is.
    while (await read()) await onProgress?.(this);
    return this;
  }

  /** The `pool_id`s of the products that a scan may lead to. */
  productsOf(scan) {
    try {
      return this.#index.products(scan);
    } catch (error) {
      throw rethrown(error);
    }
  }

  /** The index as text, to be kept and to be gone on from. */
  export() {
    return this.#index.text();
  }
}

/** Builds an index, or goes on with one that was exported. */
export async function buildIndex(client, given) {
  const { from, ...options } = members(given);
  const { Index } = await wasm('tools');
  let index;
  try {
    index = new GtinIndex(client, new Index(from));
  } catch (error) {
    throw rethrown(error);
  }
  return index.refresh(options);
}

/** Whether a component's own GTIN is this one of 14 digits. */
function hasGtin(component, gtin) {
  const text = component?.inner?.internal_gtin;
  return typeof text === 'string' && gtin14(text) === gtin;
}

/**
 * Finds a product by whatever was scanned, as PoolClient.findByGtin says.
 * `call(name, argument, options)` gives the result of an operation.
 */
export async function find(call, scan, given) {
  const { index, ...options } = members(given);
  if (index != null && !(index instanceof GtinIndex)) {
    throw invalid('the option index must be made by buildGtinIndex()');
  }
  let unknown;
  try {
    return { product: await call('findByGtin', scan, options), component: undefined };
  } catch (error) {
    if (error.code !== 'not_found') throw error;
    unknown = error;
  }
  if (!index) throw unknown;
  const { gtinOf } = await wasm();
  const gtin = gtinOf(scan);
  for (const id of index.productsOf(scan)) {
    try {
      const product = await call('getProduct', id, options);
      const parts = Array.isArray(product.components) ? product.components : [];
      const component = parts.find((part) => hasGtin(part, gtin));
      // One that no longer has the GTIN is not the one scanned.
      if (component) return { product, component };
    } catch (error) {
      // It was withdrawn since the index was refreshed.
      if (error.code !== 'not_found') throw error;
    }
  }
  throw unknown;
}
