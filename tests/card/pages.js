// What other people's pages do, for the tests in Rust, as one module. The server of wasm-bindgen's test
// runner has four threads, each of which serves one connection for as long as that is open: with a
// fifth, a script may wait for ever. A page opens a connection for each module that it imports at once,
// so it imports three here, and these three over the same connections.

export * from '/tests/hosts.js';
export * from '/www/hosts/places.js';
export * from '/www/hosts/styles.js';
