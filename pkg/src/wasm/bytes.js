// WebAssembly from wherever it is, as what wasm-bindgen's glue takes.

/** The first four bytes of every WebAssembly file. */
const MAGIC = 0x0061736d;

/**
 * What the glue is to be given for a source. An address is fetched here, for
 * three reasons: Node's fetch reads no files, a server may send the right bytes
 * with a wrong content type, and one that answers any address with its start
 * page must be found out, so that the caller can try something else.
 */
export async function fetched(given) {
  let source = await given;
  const { Request } = globalThis;
  /** @type {any} Node's, where there is one. */
  const { process } = /** @type {any} */ (globalThis);
  if (source instanceof URL && source.protocol === 'file:') {
    // Asked for so that bundlers for browsers see no import of Node's.
    const files = process?.getBuiltinModule?.('node:fs/promises');
    if (files) return files.readFile(source);
  }
  if (typeof source === 'string' || source instanceof URL || (Request && source instanceof Request)) {
    source = await fetch(source);
  }
  if (typeof source?.arrayBuffer !== 'function' || !source.headers) return source;
  if (!source.ok) throw new Error(`${source.status} for ${source.url}`);
  // The glue compiles a response while it arrives; browsers insist on the type.
  if (/^application\/wasm$/i.test(source.headers.get('content-type'))) return source;
  const bytes = await source.arrayBuffer();
  if (bytes.byteLength < 4 || new DataView(bytes).getUint32(0) !== MAGIC) {
    throw new Error(`no WebAssembly at ${source.url}`);
  }
  return bytes;
}

/**
 * The first of two ways that works. Where a bundler moved the code and left the
 * file behind, the second is the same file inside a module.
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
