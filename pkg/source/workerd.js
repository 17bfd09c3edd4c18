// The source of the build for workerd, which compiles no WebAssembly from bytes
// and gives a compiled module for an import.

import module from '../dist/client_bg.wasm';

export function source() {
  return module;
}
