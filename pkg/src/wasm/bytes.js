// WebAssembly from any source, in a form that wasm-bindgen's glue takes.

/** @import { WasmPlace } from '../shared/types.js' */

/** @typedef {{ getBuiltinModule?(name: string): { readFile(path: URL): Promise<BufferSource> } | undefined }} NodeProcess */

/** The first four bytes of every WebAssembly file. */
const MAGIC = 0x0061736d;

/**
 * The bytes, response or module at a place. Addresses are fetchWasm here rather than
 * by the glue, for three reasons: Node's fetch reads no files, a server may send the
 * right bytes with a wrong content type, and one that serves its start page for any
 * address must be detected, so that the caller can try something else.
 * @param {WasmPlace} place
 */
export async function fetchWasm(place) {
  let source = await place;
  const { Request } = globalThis;
  const { process } = /** @type {{ process?: NodeProcess }} */ (/** @type {unknown} */ (globalThis));
  if (source instanceof URL && source.protocol === 'file:') {
    // Not an import, so that bundlers for browsers do not look for the module.
    const files = process?.getBuiltinModule?.('node:fs/promises');
    if (files) return files.readFile(source);
  }
  if (typeof source === 'string' || source instanceof URL || (Request && source instanceof Request)) {
    source = await fetch(source);
  }
  const response = /** @type {Response} */ (source);
  if (typeof response?.arrayBuffer !== 'function' || !response.headers) return source;
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
  // The glue compiles a response while it arrives; browsers insist on the type.
  if (/^application\/wasm$/i.test(/** @type {string} */ (response.headers.get('content-type')))) return response;
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength < 4 || new DataView(bytes).getUint32(0) !== MAGIC) {
    throw new Error(`no WebAssembly at ${response.url}`);
  }
  return bytes;
}

/**
 * The result of the first of two ways that works. Where a bundler moved the code but
 * not the file, the second is the same file inside a module.
 * @template T
 * @param {() => T | Promise<T>} first
 * @param {() => Promise<{ default(): BufferSource }>} second
 * @returns {Promise<T | BufferSource>}
 */
export async function either(first, second) {
  try {
    return await first();
  } catch (error) {
    try {
      return (await second()).default();
    } catch {
      throw error;
    }
  }
}
