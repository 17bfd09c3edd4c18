// What other people's pages and translations do, for the tests in Rust, as one module. The server of
// wasm-bindgen's test runner has four threads, each of which serves one connection for as long as that is
// open: with a fifth, a script may wait for ever. A browser opens a connection for each module that is
// imported at once, and now and then one more, so these are imported one after the other.

const hosts = await import('/tests/hosts.js');
const translated = await import('/tests/card/translated.js');
const { PLACES } = await import('/www/hosts/places.js');
const { STYLES } = await import('/www/hosts/styles.js');

export { PLACES, STYLES };
export const { changedBy, faultsIn, inherited, resized, ruled } = hosts;
export const { copying, original, stale, translating } = translated;
