// Where the card's WebAssembly is.

// A literal, so that bundlers see and copy the file.
export const cardFile = (): URL => new URL('../../wasm/card_bg.wasm', import.meta.url);
