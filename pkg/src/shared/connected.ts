// The elements in the document, and whatever concerns all of them: the page's settings and
// languages, and the modules that they draw with.

import type { PoolElement } from './element.js';
import type { ViewModule } from '../wasm/view-module.js';
import { follow } from './config.js';
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

/** The modules that are watched; with the first, the page is too. Of any exports. */
const watched: Set<ViewModule<any>> = new Set();

/** Follows the page's settings and languages, and the module of a class. */
function watch(module: ViewModule<any>) {
  if (watched.size === 0) {
    follow(refreshAll);
    release.changed = refreshAll;
    // A language may change anywhere above an element.
    new MutationObserver(refreshAll).observe(document, { subtree: true, attributeFilter: ['lang'] });
  }
  if (watched.has(module)) return;
  watched.add(module);
  module.onStop((instance, error) => connected.forEach((one) => one.stopped(instance, error)));
}

/** An element has entered the document. */
export function enter(element: PoolElement, module: ViewModule<any>): void {
  connected.add(element);
  watch(module);
  // A framework may set what it shows a moment later.
  clearTimeout(looking);
  looking = setTimeout(lookForSubjects, PATIENCE);
}

export const leave = (element: PoolElement): boolean => connected.delete(element);

export const connectedOf = <T extends PoolElement>(Class: new () => T) =>
  [...connected].filter((one) => one instanceof Class) as T[];
