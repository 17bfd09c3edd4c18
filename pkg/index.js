// The client for the Product Data Pool API. Importing this module does
// nothing, on a page or on a server; the first call loads the WebAssembly.

export { PoolClient } from './client.js';
export { PoolError } from './error.js';
export { Changes } from './changes.js';
export { Page } from './lists.js';
export { init, use } from './module.js';
