// What draws a card in the browser: its record and images, its words, and WebAssembly.

import type { ViewHandle, CardView } from '../shared/types.js';
import type { PoolElement } from '../shared/element.js';
import { Drawing } from '../shared/drawing.js';
import { cardModule } from '../wasm/card.js';

/** How a card is drawn. */
export const drawingOf = (card: PoolElement<CardView, ViewHandle<CardView>>): Drawing<CardView, ViewHandle<CardView>> =>
  new Drawing(card, { module: cardModule, mount: 'mountCard' });

export { cardModule };
export { loadRecord, needImages, renewRecord } from './record-loader.js';
export { viewOf } from './view.js';
