/**
 * The elements in JSX of React 19, which sets properties and listens to events
 * by their names: `<product-pool-card gtin="…" onproduct-pool-load={…} />`.
 *
 * ```ts
 * import type {} from 'product-pool/react';
 * ```
 */

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Elements } from './attributes.js';

type Events<Map> = {
  [Name in keyof Map & string as `on${Name}`]?: ((event: Map[Name]) => void) | undefined;
};

type IntrinsicPoolElements = {
  [Name in keyof Elements]: DetailedHTMLProps<HTMLAttributes<Elements[Name]['element']>, Elements[Name]['element']> &
    Elements[Name]['attributes'] &
    Elements[Name]['properties'] &
    Events<Elements[Name]['events']>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends IntrinsicPoolElements {}
  }
}
