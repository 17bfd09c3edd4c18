/**
 * The client's WebAssembly inside a module, for where no address can be
 * fetched: a page whose policy allows no requests, a single-file program.
 *
 * ```ts
 * import { init } from 'product-pool';
 * import wasm from 'product-pool/base64';
 *
 * await init(wasm());
 * ```
 */
export default function wasm(): Promise<ArrayBuffer>;

/** The same of what `changes()`, `buildGtinIndex()` and `validate` need: `init(wasm(), { tools: tools() })`. */
export function tools(): Promise<ArrayBuffer>;
