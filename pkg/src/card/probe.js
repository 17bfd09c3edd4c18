// Whether a base URL draws cards. The first card of a page asks it; the others wait for the answer, and
// where it draws none, no card asks again.

/** @import { CardRequest } from '../shared/types.js' */

import { VERSION, shared } from '../shared/page.js';

/**
 * What is known of a base URL.
 * @typedef {object} Probe
 * @property {boolean} [drawsNone]
 * @property {Promise<void>} [first] - Settled once the first card has its answer.
 * @property {() => void} [release] - Ends waiting for it.
 */

/** @type {Map<string, Probe>} By base URL; of this version, because another one draws other cards. */
const probes = shared(`drawing ${VERSION}`, () => new Map());

/**
 * Whether it is known that no card is drawn at a base URL.
 * @param {string} baseUrl
 */
export const drawsNone = (baseUrl) => probes.get(baseUrl)?.drawsNone === true;

/**
 * Requests a card by `ask`, after the first one has its answer.
 * @template T
 * @param {CardRequest} request
 * @param {() => Promise<T>} ask
 */
export async function probing({ baseUrl, isExpected }, ask) {
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
 * @param {string} baseUrl
 * @param {boolean} isNone - Whether no card is drawn there.
 */
export function settle(baseUrl, isNone) {
  const probe = probes.get(baseUrl);
  if (!probe) return;
  probe.drawsNone ||= isNone;
  probe.release?.();
}
