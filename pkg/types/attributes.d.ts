// What the typings for templates are made of: attributes and properties as a
// template of any framework writes them.

import type { CardClient, Density, Loading, Messages, ProductPoolCard, ProductPoolConfig, Theme, Token } from './card.js';

/** The attributes that a card shares with the page's defaults. */
export interface SharedAttributes {
  'base-url'?: string | undefined;
  wholesaler?: number | string | undefined;
  lang?: string | undefined;
  theme?: Theme | undefined;
  density?: Density | undefined;
  panels?: string | undefined;
  'heading-level'?: number | string | undefined;
  avoid?: string | undefined;
  loading?: Loading | undefined;
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
  product?: object | string | null | undefined;
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
