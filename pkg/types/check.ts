// Compiled by the tests, and not part of the package: what the sources export
// must be what is declared, name by name. That it fits its declaration the sources themselves say.

import type * as client from '../index.js';
import type * as testing from '../testing.js';
import type * as card from '../src/card/element.js';
import type * as label from '../src/label/label.js';
import type { PoolElement } from '../src/shared/element.js';
import type * as scanner from '../src/scanner/element.js';
import type * as changes from '../src/views/changes.js';
import type * as matrix from '../src/views/matrix.js';
import type * as declaredCard from './card.js';
import type * as declaredChanges from './changes-view.js';
import type * as declaredClient from './index.js';
import type * as declaredLabel from './label.js';
import type * as declaredMatrix from './matrix.js';
import type * as declaredScanner from './scanner.js';
import type * as declaredTesting from './testing.js';

type SameNames<Declared, Source> = [keyof Declared, keyof Source] extends [keyof Source, keyof Declared] ? true : never;

/** Members of the base class for the elements' classes, and not for pages. */
type Internal = Exclude<
  keyof PoolElement,
  'token' | 'client' | 'messages' | 'refresh' | 'updateComplete' | 'theme' | 'headingLevel'
>;

/** Members of a class for pages, beyond those of every element. */
type Own<Class extends abstract new (...given: any) => any> = Omit<
  InstanceType<Class>,
  keyof HTMLElement | Internal | `${string}Callback` | 'settingOf' | 'connection'
>;

/** That an element has the members that are declared, and no others. */
type SameElement<
  Declared extends abstract new (...given: any) => any,
  Source extends abstract new (...given: any) => any,
  Hidden extends string = never,
> =
  SameNames<Own<Declared>, Omit<Own<Source>, Hidden>> extends true
    ? Own<Source> extends Own<Declared>
      ? true
      : never
    : never;

export const exported: [
  SameNames<typeof declaredClient, typeof client>,
  SameNames<typeof declaredCard, typeof card>,
  SameNames<typeof declaredLabel, typeof label>,
  SameNames<typeof declaredTesting, typeof testing>,
] = [true, true, true, true];

export const elements: [
  SameElement<typeof declaredCard.ProductPoolCard, typeof card.ProductPoolCard>,
  SameElement<typeof declaredCard.ProductPoolConfig, typeof card.ProductPoolConfig>,
  SameElement<typeof declaredMatrix.ProductPoolMatrix, typeof matrix.ProductPoolMatrix>,
  SameElement<typeof declaredChanges.ProductPoolChanges, typeof changes.ProductPoolChanges>,
  // It makes no requests, and has no headings.
  SameElement<
    typeof declaredScanner.ProductPoolScanner,
    typeof scanner.ProductPoolScanner,
    'token' | 'client' | 'headingLevel'
  >,
] = [true, true, true, true, true];
