// The elements in the document, and whatever concerns all of them: the page's settings and
// languages, and the modules that they draw with.

/** @import { PoolElement } from './element.js' */
/** @import { ViewModule } from '../wasm/view-module.js' */

import { follow } from './config.js';
import { release } from './import.js';
import { report } from './report.js';

/** @type {Set<PoolElement>} */
const connected = new Set();

const refreshAll = () => connected.forEach((one) => one.refresh());

/** The time for which elements may be without a product before that counts as a fault, in milliseconds. */
const PATIENCE = 2000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;

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

/**
 * The modules that are watched; with the first, the page is too.
 * @type {Set<ViewModule<any>>} Of any exports.
 */
const watched = new Set();

/**
 * Follows the page's settings and languages, and the module of a class.
 * @param {ViewModule<any>} module - Of any exports.
 */
function watch(module) {
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

/**
 * An element has entered the document.
 * @param {PoolElement} element
 * @param {ViewModule<any>} module - That its class draws with; of any exports.
 */
export function enter(element, module) {
  connected.add(element);
  watch(module);
  // A framework may set what it shows a moment later.
  clearTimeout(looking);
  looking = setTimeout(lookForSubjects, PATIENCE);
}

/**
 * An element has left the document.
 * @param {PoolElement} element
 */
export const leave = (element) => connected.delete(element);

/**
 * The elements of a class in the document.
 * @template {PoolElement} T
 * @param {new () => T} Class
 */
export const connectedOf = (Class) => /** @type {T[]} */ ([...connected].filter((one) => one instanceof Class));
