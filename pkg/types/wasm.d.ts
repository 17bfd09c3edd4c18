import type { WasmSource } from './index.js';

/**
 * The value of the import of a `.wasm` file differs: an address in most bundlers,
 * a compiled module in workerd. `init` takes either.
 */
declare const source: WasmSource;
export default source;
