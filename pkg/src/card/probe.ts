// Whether a base URL draws cards. The first card of a page asks it; the others wait for the answer, and
// where it draws none, no card asks again.

import type { CardRequest } from '../shared/types.js';
import { VERSION, shared } from '../shared/page.js';

/** What is known of a base URL. */
export interface Probe {
  drawsNone?: boolean;
  /** Settled once the first card has its answer. */
  first?: Promise<void>;
  /** Ends waiting for it. */
  release?: () => void;
}

/** By base URL; of this version, because another one draws other cards. */
const probes: Map<string, Probe> = shared(`drawing ${VERSION}`, () => new Map());

/** Whether it is known that no card is drawn at a base URL. */
export const drawsNone = (baseUrl: string): boolean => probes.get(baseUrl)?.drawsNone === true;

/** Requests a card by `ask`, after the first one has its answer. */
export async function probing<T>({ baseUrl, isExpected }: CardRequest, ask: () => Promise<T>): Promise<T> {
  if (isExpected) return ask();
  const probe = probes.get(baseUrl) ?? {};
  probes.set(baseUrl, probe);
  if (probe.first) await probe.first;
  if (probe.drawsNone) throw new Error(`${baseUrl} draws no cards`);
  probe.first ??= new Promise((release) => (probe.release = release));
  return ask();
}

/**
 * Ends the others' waiting.
 *
 * @param isNone - Whether no card is drawn there.
 */
export function settle(baseUrl: string, isNone: boolean): void {
  const probe = probes.get(baseUrl);
  if (!probe) return;
  probe.drawsNone ||= isNone;
  probe.release?.();
}
