// The client: what a page or a program calls.

import { invalid, rethrown } from './error.js';
import { orStopped, wasm } from './module.js';

/** Calls a function of the WebAssembly; what it throws comes out a PoolError. */
async function call(name, settings, argument, options) {
  const module = await wasm();
  try {
    return await orStopped(module[name](settings, argument, options));
  } catch (error) {
    throw rethrown(error);
  }
}

/**
 * What can be told of settings at once, before there is a request to refuse.
 * The WebAssembly checks them in full with every call.
 */
function checked(options) {
  if (typeof options !== 'object' || options === null) {
    throw invalid('PoolClient wants its options: { baseUrl, token }');
  }
  const { baseUrl: address, token, fetch, timeout } = options;
  const baseUrl = address instanceof URL ? address.href : address;
  if (typeof baseUrl !== 'string') {
    throw invalid('the option baseUrl is missing or neither a string nor a URL');
  }
  if (!/^(https?:\/\/|\/(?!\/)|$)/i.test(baseUrl.trim())) {
    throw invalid('the base URL is neither http:// or https:// nor a path that begins with /');
  }
  if (!/^http/i.test(baseUrl.trim()) && globalThis.location === undefined) {
    throw invalid('the base URL is relative, which needs a page to be relative to');
  }
  // No message repeats a token.
  if (token !== undefined && token !== null) {
    if (typeof token !== 'string' || !/^[!-~]+$/.test(token)) {
      throw invalid('the token is no string, empty, or holds a character that no token has');
    }
  }
  if (fetch !== undefined && fetch !== null && typeof fetch !== 'function') {
    throw invalid('the option fetch is no function');
  }
  if (timeout !== undefined && timeout !== null && !(typeof timeout === 'number' && timeout > 0)) {
    throw invalid('the option timeout is no number of milliseconds above 0');
  }
  return Object.freeze({ baseUrl, token, fetch, timeout });
}

/** A client of one service. */
export class PoolClient {
  // Private, so that the token shows in no console and no JSON.
  #settings;

  constructor(options) {
    this.#settings = checked(options);
  }

  /** Get Product by GTIN: what stands under `data`. */
  getProductByGtin(gtin, options) {
    return call('getProductByGtin', this.#settings, gtin, options);
  }

  /** Get Product: what stands under `data`. */
  getProduct(product, options) {
    return call('getProduct', this.#settings, product, options);
  }

  /** List Product Images: the whole page. */
  listImages(product, options) {
    return call('listImages', this.#settings, product, options);
  }

  /** Get Product Feature Image: what stands under `data`. */
  getFeatureImage(product, options) {
    return call('getFeatureImage', this.#settings, product, options);
  }
}
