// The client for the Product Data Pool API. Importing this module does
// nothing, on a page or on a server; the first call loads the WebAssembly.

/** An error of this package; `code` says what to do about it. */
export class PoolError extends Error {
  constructor({ code, message, status, errors, retryAfter, method, url, cause }) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.errors = errors ?? [];
    this.retryAfter = retryAfter;
    this.method = method;
    this.url = url;
  }

  // JSON.stringify leaves an error's message out.
  toJSON() {
    const { name, code, message, status, errors, retryAfter, method, url } = this;
    return { name, code, message, status, errors, retryAfter, method, url };
  }
}
Object.defineProperty(PoolError.prototype, 'name', {
  value: 'PoolError',
  configurable: true,
  writable: true,
});

/** The WebAssembly's exports as a promise; undefined until they are wanted. */
let loading;

/** Rejects of the calls under way, for an instance that stops in the middle. */
const waiting = new Set();

/**
 * Loads the WebAssembly, once: calling it early spares the first request the
 * wait, and `source` says where it is if it does not lie beside this module.
 */
export async function init(source) {
  loading ??= load(source).catch((error) => {
    // A later call tries again.
    loading = undefined;
    throw internal('the WebAssembly of product-pool could not be loaded', error);
  });
  await loading;
}

/**
 * Takes a module whose WebAssembly runs already in place of loading another,
 * such as the card's, which has all that the client has.
 */
export function use(module) {
  if (typeof module?.getProductByGtin !== 'function') {
    throw invalid('the module given is none of product-pool');
  }
  loading = Promise.resolve(ready(module));
}

async function load(source) {
  const module = await import('./dist/client.js');
  // Spelt out, so that bundlers see the file and copy it.
  source ??= new URL('./dist/client_bg.wasm', import.meta.url);
  await module.default({ module_or_path: await readable(await source) });
  return ready(module);
}

/** What a source is to be given as: Node's fetch reads no files. */
async function readable(source) {
  const isFile = source instanceof URL && source.protocol === 'file:';
  if (!isFile || globalThis.process?.versions?.node === undefined) {
    return source;
  }
  // The name is no literal, so that bundlers for browsers do not look for it.
  const files = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
  return readFile(source);
}

function ready(module) {
  module.onStop?.((error) => {
    for (const reject of waiting) {
      reject(new PoolError(error));
    }
    waiting.clear();
  });
  return module;
}

/** Calls a function of the WebAssembly; what it throws comes out a PoolError. */
async function call(name, settings, argument, options) {
  await init();
  const module = await loading;
  let reject;
  const stopped = new Promise((_, rejectStopped) => {
    reject = rejectStopped;
  });
  waiting.add(reject);
  try {
    return await Promise.race([module[name](settings, argument, options), stopped]);
  } catch (error) {
    throw rethrown(error);
  } finally {
    waiting.delete(reject);
  }
}

function rethrown(error) {
  if (error instanceof PoolError) {
    return error;
  }
  const isOurs = typeof error?.code === 'string' && !(error instanceof Error);
  // Anything else is a fault of this package: a trap of the WebAssembly.
  return isOurs ? new PoolError(error) : internal('product-pool met an internal failure', error);
}

function invalid(message) {
  return new PoolError({ code: 'invalid_argument', message });
}

function internal(what, cause) {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new PoolError({ code: 'internal', message: what + reason, cause });
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
