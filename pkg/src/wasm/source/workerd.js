// The source of the build for workerd, which compiles no WebAssembly from bytes
// and gives a compiled module for an import.

import client from '../../../dist/client_bg.wasm';
import tools from '../../../dist/tools_bg.wasm';

export function source(name) {
  return name === 'tools' ? tools : client;
}
