// The one table of elements from which the typings of all frameworks follow:
// attributes and properties as a template writes them, and events.

import type {
  Density,
  Loading,
  Rendering,
  ProductPoolCard,
  ProductPoolCardEventMap,
  ProductPoolConfig,
  Theme,
  VariantName,
} from './card.js';
import type { ProductPoolChanges, ProductPoolChangesEventMap } from './changes-view.js';
import type { ProductPoolScanner, ProductPoolScannerEventMap } from './scanner.js';
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
  'product-pool-scanner': Described<
    ProductPoolScanner,
    ScannerAttributes,
    ScannerProperties,
    ProductPoolScannerEventMap
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
  'hide-missing'?: boolean | '' | undefined;
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

/** Properties of an element that a framework sets on it: each may be left out. */
type Settable<Element, Names extends keyof Element> = { [Name in Names]?: Element[Name] | undefined };

/** The names of those that have no attribute, and of attributes under another name. */
type SharedNames = 'token' | 'client' | 'messages' | 'baseUrl' | 'headingLevel';
type CardNames = SharedNames | 'jsonLd' | 'hideMissing' | 'successorUrl';

/** Those of `<product-pool-card>`, which a template may give as well as its attributes. */
export type CardProperties = Settable<ProductPoolCard, CardNames | 'product' | 'productId'>;

/** Those of `<product-pool-config>`. */
export type ConfigProperties = Settable<ProductPoolConfig, CardNames | 'dangerouslyAllowBrowser'>;

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
  avoid?: string | undefined;
  filename?: string | undefined;
}

/** The attributes of `<product-pool-changes>`. */
export interface ChangesAttributes extends ViewAttributes {
  'product-id'?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The attributes of `<product-pool-scanner>`. */
export interface ScannerAttributes {
  for?: string | undefined;
  lang?: string | undefined;
  theme?: Theme | undefined;
}

/** Properties of `<product-pool-matrix>`. */
export type MatrixProperties = Settable<ProductPoolMatrix, SharedNames | 'products'>;

/** Properties of `<product-pool-changes>`. */
export type ChangesProperties = Settable<ProductPoolChanges, SharedNames | 'earlier' | 'later' | 'productId'>;

/** Properties of `<product-pool-scanner>`. */
export type ScannerProperties = Settable<ProductPoolScanner, 'decoder' | 'messages' | 'htmlFor'>;
