import type { WasmSource } from './index.js';

/**
 * What the import of a `.wasm` file gives differs: an address in most bundlers,
 * a compiled module in workerd. `init` takes either.
 */
declare const source: WasmSource;
export default source;
