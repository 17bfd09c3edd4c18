// The parts of a card that are loaded when they are needed, each once for all cards of a page. An entry
// has those in its own file that its pages need first.

import { cardFile } from '../wasm/card-file.js';
import { imported, release } from '../shared/import.js';

/** What a card does once it is shown. */
export type Later = typeof import('./later.js');

/** What draws a card in the browser. */
export type Browser = typeof import('./browser.js');

/** What builds the cards of gateways. */
export type Builder = typeof import('./drawn.js');

/** The time after which that is tried again for what a card must not do without, in milliseconds. */
const RETRY = 15_000;

/** The parts that are there, and how an entry imports what it has not in its own file. */
export const parts: {
  later?: Later;
  browser?: Browser;
  importBrowser?: () => Promise<Browser>;
  builder?: Builder;
  importBuilder?: () => Promise<Builder>;
  /** The styles of a verdict, which are loaded later otherwise. */
  verdict?: string;
} = {};

release.file ??= cardFile;

export async function loadLater(): Promise<Later> {
  parts.later ??= await imported(() => import('./later.js'));
  return parts.later;
}

/** Uses what is loaded later, as soon as it can be loaded. */
export function withLater(use: (module: Later) => void): void {
  if (parts.later) use(parts.later);
  else loadLater().then(use, () => setTimeout(withLater, RETRY, use));
}

export async function loadBuilder(): Promise<Builder> {
  parts.builder ??= await imported(parts.importBuilder as () => Promise<Builder>);
  return parts.builder;
}

export async function loadBrowser(): Promise<Browser> {
  parts.browser ??= await imported(parts.importBrowser as () => Promise<Browser>);
  return parts.browser;
}
