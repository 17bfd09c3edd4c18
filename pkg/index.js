// The client for the Product Data Pool API. Importing this module does
// nothing, on a page or on a server; the first call loads the WebAssembly.

export { PoolClient } from './src/client/client.js';
export { PoolError, isPoolError } from './src/shared/pool-error.js';
export * from './src/shared/error-classes.js';
export { Changes } from './src/client/changes.js';
export { Page } from './src/client/lists.js';
export { init, use } from './src/wasm/loader.js';
