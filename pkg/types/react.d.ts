/**
 * The elements in JSX of React 19, which sets properties and listens to events
 * by their names: `<product-pool-card gtin="…" onproduct-pool-load={…} />`.
 *
 * ```ts
 * import 'product-pool/react';
 * ```
 */

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CardAttributes, CardProperties, ConfigAttributes, ConfigProperties } from './attributes.js';
import type { ProductPoolCard, ProductPoolCardEventMap, ProductPoolConfig } from './card.js';

export * from './card.js';

type Events = {
  [Name in keyof ProductPoolCardEventMap as `on${Name}`]?: ((event: ProductPoolCardEventMap[Name]) => void) | undefined;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'product-pool-card': DetailedHTMLProps<HTMLAttributes<ProductPoolCard>, ProductPoolCard> &
        CardAttributes &
        CardProperties &
        Events;
      'product-pool-config': DetailedHTMLProps<HTMLAttributes<ProductPoolConfig>, ProductPoolConfig> &
        ConfigAttributes &
        ConfigProperties;
    }
  }
}
