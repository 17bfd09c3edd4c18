// WebAssembly from any source, in a form that wasm-bindgen's glue takes.

import type { report as Report } from '../shared/report.js';
import type { Glue, WasmPlace } from '../shared/types.js';

export type NodeProcess = {
  getBuiltinModule?(name: string): { readFile(path: URL): Promise<BufferSource> } | undefined;
};

/** The first four bytes of every WebAssembly file. */
const MAGIC = 0x0061736d;

/**
 * The WebAssembly in a response, in the form that compiles soonest. Here rather than by
 * the glue, for two reasons: a server may send the right bytes with a wrong content
 * type, and one that serves its start page for any address must be detected, so that
 * the caller can try something else.
 */
export async function readWasm(response: Response, report?: typeof Report): Promise<ArrayBuffer | Response> {
  const { ok, status, url, headers } = response;
  if (!ok) throw new Error(`${status} for ${url}`);
  const value = headers.get('content-type');
  const isTyped = /^application\/wasm$/i.test(value ?? '');
  // The glue compiles a response while it arrives. Browsers insist on the type, and on one of their own:
  // a page may have replaced `fetch`.
  if (isTyped && String(response) === '[object Response]') return response;
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength < 4 || new DataView(bytes).getUint32(0) !== MAGIC) throw new Error(`no WebAssembly at ${url}`);
  if (!isTyped) report?.('wasm-type', { url, value });
  return bytes;
}

/**
 * The bytes, response or module at a place. Addresses are fetched here rather than by
 * the glue, because Node's fetch reads no files.
 */
export async function fetchWasm(place: WasmPlace): Promise<WebAssembly.Module> {
  let source = await place;
  const { Request } = globalThis;
  const { process } = globalThis as unknown as { process?: NodeProcess };
  if (source instanceof URL && source.protocol === 'file:') {
    // Not an import, so that bundlers for browsers do not look for the module.
    const files = process?.getBuiltinModule?.('node:fs/promises');
    if (files) return files.readFile(source);
  }
  if (typeof source === 'string' || source instanceof URL || (Request && source instanceof Request)) {
    source = await fetch(source);
  }
  const response = source as Response;
  return typeof response?.arrayBuffer === 'function' && response.headers ? readWasm(response) : source;
}

/**
 * WebAssembly from its file, or from the module that has the same as text: where a
 * bundler moved the code, it may have left the file behind.
 */
export async function fileOrText<T>(
  file: () => T | Promise<T>,
  text: () => Promise<{ default(): Promise<BufferSource> }>,
  report?: typeof Report,
): Promise<T | BufferSource> {
  try {
    return await file();
  } catch (error) {
    try {
      const bytes = await (await text()).default();
      report?.('wasm-missing', { error });
      return bytes;
    } catch {
      throw error;
    }
  }
}

/** Starts a module. Its glue and its WebAssembly are requested at the same time. */
export async function startModule<Exports>(
  glue: () => Promise<Glue<Exports>>,
  wasm: Promise<unknown>,
): Promise<Exports> {
  // Not unhandled if the glue fails first.
  wasm.catch(() => {});
  const module = await glue();
  await module.default({ module_or_path: await wasm });
  return module;
}
