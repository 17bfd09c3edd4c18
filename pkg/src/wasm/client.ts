// The WebAssembly of the client and of the tools: a separate module, loaded with the
// first call.

import type { ClientModule, ClientModuleName, Glue, ToolsModule, WasmPlace } from '../shared/types.js';
import { fetchWasm, fileOrText, startModule } from './bytes.js';

export interface Parts {
  file: () => URL;
  text: () => Promise<{ default(): Promise<BufferSource> }>;
  glue: () => Promise<Glue<ClientModule | ToolsModule>>;
}

/** The parts of each module. All addresses are literals, so that bundlers see and copy the files. */
const MODULES: Record<ClientModuleName, Parts> = {
  client: {
    file: () => new URL('../../wasm/client_bg.wasm', import.meta.url),
    text: () => import('../../wasm/client.base64.js'),
    glue: () => import('../../wasm/client.js'),
  },
  tools: {
    file: () => new URL('../../wasm/tools_bg.wasm', import.meta.url),
    text: () => import('../../wasm/tools.base64.js'),
    glue: () => import('../../wasm/tools.js'),
  },
};

export function load(name: ClientModuleName, place?: WasmPlace): Promise<ClientModule | ToolsModule> {
  const { file, text, glue } = MODULES[name];
  return startModule(glue, place ? fetchWasm(place) : fileOrText(() => fetchWasm(file()), text));
}
