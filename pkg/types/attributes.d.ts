// The one table of elements from which the typings of all frameworks follow:
// attributes and properties as a template writes them, and events.

import type {
  CardClient,
  Density,
  Loading,
  Rendering,
  Messages,
  ProductPoolCard,
  ProductPoolCardEventMap,
  ProductPoolConfig,
  Theme,
  Token,
  VariantName,
} from './card.js';
import type { ProductPoolChanges, ProductPoolChangesEventMap } from './changes-view.js';
import type { ProductSource } from './label.js';
import type { ProductPoolMatrix, ProductPoolMatrixEventMap } from './matrix.js';

/** The elements by name: their class, and what a template may write on them. */
export interface Elements {
  'product-pool-card': Described<ProductPoolCard, CardAttributes, CardProperties, ProductPoolCardEventMap>;
  'product-pool-config': Described<ProductPoolConfig, ConfigAttributes, ConfigProperties, Record<never, never>>;
  'product-pool-matrix': Described<ProductPoolMatrix, MatrixAttributes, MatrixProperties, ProductPoolMatrixEventMap>;
  'product-pool-changes': Described<
    ProductPoolChanges,
    ChangesAttributes,
    ChangesProperties,
    ProductPoolChangesEventMap
  >;
}

interface Described<Element extends HTMLElement, Attributes, Properties, Events> {
  element: Element;
  attributes: Attributes;
  properties: Properties;
  events: Events;
}

/** The attributes that a card shares with the page's defaults. */
export interface SharedAttributes {
  'base-url'?: string | undefined;
  wholesaler?: number | string | undefined;
  lang?: string | undefined;
  theme?: Theme | undefined;
  density?: Density | undefined;
  variant?: VariantName | undefined;
  panels?: string | undefined;
  'heading-level'?: number | string | undefined;
  avoid?: string | undefined;
  loading?: Loading | undefined;
  rendering?: Rendering | undefined;
  'json-ld'?: boolean | '' | undefined;
  'successor-url'?: string | undefined;
}

/** The attributes of `<product-pool-card>`. */
export interface CardAttributes extends SharedAttributes {
  gtin?: string | undefined;
  'product-id'?: string | undefined;
  version?: string | undefined;
}

/** The attributes of `<product-pool-config>`. */
export interface ConfigAttributes extends SharedAttributes {
  'dangerously-allow-browser'?: boolean | '' | undefined;
}

/** Properties without an attribute, which a framework sets on the element. */
export interface SharedProperties {
  token?: Token | null | undefined;
  client?: CardClient | null | undefined;
  messages?: Messages | null | undefined;
}

/** Those of `<product-pool-card>`, which a template may give besides its attributes. */
export interface CardProperties extends SharedProperties {
  product?: ProductPoolCard['product'] | undefined;
  productId?: ProductPoolCard['productId'] | undefined;
  baseUrl?: ProductPoolCard['baseUrl'] | undefined;
  headingLevel?: ProductPoolCard['headingLevel'] | undefined;
  jsonLd?: boolean | undefined;
  successorUrl?: ProductPoolCard['successorUrl'] | undefined;
}

/** Those of `<product-pool-config>`. */
export interface ConfigProperties extends SharedProperties {
  baseUrl?: ProductPoolConfig['baseUrl'] | undefined;
  headingLevel?: ProductPoolConfig['headingLevel'] | undefined;
  jsonLd?: boolean | undefined;
  successorUrl?: ProductPoolConfig['successorUrl'] | undefined;
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The attributes that the matrix and the changes share. */
export interface ViewAttributes {
  'base-url'?: string | undefined;
  lang?: string | undefined;
  theme?: Theme | undefined;
  'heading-level'?: number | string | undefined;
}

/** The attributes of `<product-pool-matrix>`. */
export interface MatrixAttributes extends ViewAttributes {
  gtins?: string | undefined;
  caption?: string | undefined;
  filename?: string | undefined;
}

/** The attributes of `<product-pool-changes>`. */
export interface ChangesAttributes extends ViewAttributes {
  'product-id'?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Properties of `<product-pool-matrix>`. */
export interface MatrixProperties extends SharedProperties {
  products?: Iterable<ProductSource> | null | undefined;
  baseUrl?: ProductPoolMatrix['baseUrl'] | undefined;
  headingLevel?: ProductPoolMatrix['headingLevel'] | undefined;
}

/** Properties of `<product-pool-changes>`. */
export interface ChangesProperties extends SharedProperties {
  earlier?: ProductSource | null | undefined;
  later?: ProductSource | null | undefined;
  productId?: ProductPoolChanges['productId'] | undefined;
  baseUrl?: ProductPoolChanges['baseUrl'] | undefined;
  headingLevel?: ProductPoolChanges['headingLevel'] | undefined;
}
