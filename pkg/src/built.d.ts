// What `cargo xtask build` makes and the sources import, as they see it.

declare module '*/wasm/client.js' {
  export default function start(options: import('./shared/types.js').WasmOptions): Promise<unknown>;
  export const Client: import('./shared/types.js').ClientModule['Client'];
  export const gtinOf: import('./shared/types.js').ClientModule['gtinOf'];
  export const onStop: import('./shared/types.js').ClientModule['onStop'];
  export const optionsOf: import('./shared/types.js').ClientModule['optionsOf'];
}

declare module '*/wasm/tools.js' {
  export default function start(options: import('./shared/types.js').WasmOptions): Promise<unknown>;
  export const Client: import('./shared/types.js').ToolsModule['Client'];
  export const Feed: import('./shared/types.js').ToolsModule['Feed'];
  export const Index: import('./shared/types.js').ToolsModule['Index'];
  export const gtinOf: import('./shared/types.js').ToolsModule['gtinOf'];
  export const onStop: import('./shared/types.js').ToolsModule['onStop'];
  export const optionsOf: import('./shared/types.js').ToolsModule['optionsOf'];
}

declare module '*/wasm/card.js' {
  export default function start(options: import('./shared/types.js').WasmOptions): Promise<unknown>;
  export const mountCard: import('./shared/types.js').CardModule['mountCard'];
  export const onStop: import('./shared/types.js').CardModule['onStop'];
}

declare module '*/wasm/views.js' {
  export default function start(options: import('./shared/types.js').WasmOptions): Promise<unknown>;
  export const mountMatrix: import('./shared/types.js').ViewsModule['mountMatrix'];
  export const mountChanges: import('./shared/types.js').ViewsModule['mountChanges'];
  export const onStop: import('./shared/types.js').ViewsModule['onStop'];
}

declare module '*/wasm/label.js' {
  export default function start(options: import('./shared/types.js').WasmOptions): Promise<unknown>;
  export const describe: import('./shared/types.js').LabelModule['describe'];
  export const diffProducts: import('./shared/types.js').LabelModule['diffProducts'];
  export const jsonLd: import('./shared/types.js').LabelModule['jsonLd'];
}

declare module '*.base64.js' {
  const wasm: () => Promise<ArrayBuffer>;
  export default wasm;
}

declare module '*.css.js' {
  const css: string;
  export default css;
}

// Words by key, or the JSON of them.
declare module '*/lang/en-GB.js';
declare module '*/lang/cy.js';
declare module '*/lang/de.js';
declare module '*/lang/es.js';
declare module '*/lang/fr.js';
declare module '*/lang/it.js';
declare module '*/lang/nl.js';
declare module '*/lang/pl.js';
