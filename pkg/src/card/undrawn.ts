// What follows from the failure of a request for a card that the gateway draws.

import type { CardRequest } from '../shared/types.js';
import { setting } from '../shared/page-settings.js';
import { settle } from './probe.js';

export type DrawnError = Error & { status?: number; after?: string | null; mayPass?: boolean };

/** The statuses of failures that may pass, or are of one product alone. */
const PASSING = /^(402|403|408|429|451|5(?!01)..)$/;

/** Those of a gateway that is overloaded or restarts. */
const BUSY = [429, 502, 503, 504];

/** The longest time that a gateway may make a card wait before it is asked again, in seconds. */
const PATIENCE = 10;

/**
 * Takes note of a base URL that draws no cards. A failure that may pass says nothing: in an overload,
 * every page would load WebAssembly. So a gateway is asked again after a while: the result is how long
 * that is, in milliseconds, or undefined where it is not asked again.
 *
 * @param tries - How often it has failed before.
 */
export function judge(
  { baseUrl, isExpected }: CardRequest,
  { status = 0, name, after, mayPass }: DrawnError,
  tries: number,
): number | undefined {
  // Of a connection that failed it is not known why, until the product itself is there or not.
  if (!isExpected && name !== 'TypeError') {
    settle(baseUrl, !mayPass && name !== 'TimeoutError' && !PASSING.test(`${status}`));
  }
  const seconds = Number(after) || 2 ** tries;
  const isPaused = BUSY.includes(status) && tries < (setting('maxRetries') ?? 2) && seconds <= PATIENCE;
  return isPaused ? 1000 * seconds * (1 + Math.random() / 4) : undefined;
}
