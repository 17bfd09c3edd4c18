// The elements in the document, and whatever concerns all of them: the page's settings and languages.

import type { PoolElement } from './element.js';
import { follow } from './page-settings.js';
import { release } from './import.js';
import { report } from './report.js';

const connected: Set<PoolElement> = new Set();

const refreshAll = () => connected.forEach((one) => one.refresh());

/** The time for which elements may be without a product before that counts as a fault, in milliseconds. */
const PATIENCE = 2000;

let looking: ReturnType<typeof setTimeout> | undefined;

/** Reports elements that have had no product for a while, unless they are hidden. */
function lookForSubjects() {
  for (const one of connected) {
    // Of a fragment whose settings the server has refused.
    const { problem, language } = one.dataset;
    if (language) report('no-language', { value: language });
    if (problem || (!one.hasSubject && one.checkVisibility?.())) {
      report('no-product', { element: one.localName, problem });
    }
  }
}

let isWatching = false;

/** Follows the page's settings and languages. */
function watch() {
  if (isWatching) return;
  isWatching = true;
  follow(refreshAll);
  release.changed = refreshAll;
  // A language may change anywhere above an element.
  new MutationObserver(refreshAll).observe(document, { subtree: true, attributeFilter: ['lang'] });
}

/** An element has entered the document. */
export function enter(element: PoolElement): void {
  connected.add(element);
  watch();
  // A framework may set what it shows a moment later.
  clearTimeout(looking);
  looking = setTimeout(lookForSubjects, PATIENCE);
}

export const leave = (element: PoolElement): boolean => connected.delete(element);

export const connectedOf = <T extends PoolElement>(Class: new () => T) =>
  [...connected].filter((one) => one instanceof Class) as T[];
