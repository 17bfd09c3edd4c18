/**
 * The elements in JSX of React 18, which knows attributes only: properties are
 * set and events listened to by a `ref`.
 *
 * ```ts
 * import 'product-pool/react18';
 * ```
 */

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CardAttributes, ConfigAttributes } from './attributes.js';
import type { ProductPoolCard, ProductPoolCardEventMap, ProductPoolConfig } from './card.js';

export * from './card.js';

/** React 18 writes `true` as a text, and nothing for `false`. */
type Attributes<All> = Omit<All, 'json-ld' | 'dangerously-allow-browser'> & {
  [Name in Extract<keyof All, 'json-ld' | 'dangerously-allow-browser'>]?: '' | undefined;
} & {
  /** React 18 passes attributes of custom elements on as they are. */
  class?: string | undefined;
};

/** Said here, for JSX lets unknown names with a hyphen pass. */
type NoEvents = { [Name in keyof ProductPoolCardEventMap as `on${Name}`]?: never };

interface Elements {
  'product-pool-card': DetailedHTMLProps<HTMLAttributes<ProductPoolCard>, ProductPoolCard> &
    Attributes<CardAttributes> &
    NoEvents;
  'product-pool-config': DetailedHTMLProps<HTMLAttributes<ProductPoolConfig>, ProductPoolConfig> &
    Attributes<ConfigAttributes>;
}

declare global {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
