// The client's WebAssembly as text, for where no address can be fetched:
//
//   await init(wasm());

export { default } from './dist/client.base64.js';
export { default as tools } from './dist/tools.base64.js';
