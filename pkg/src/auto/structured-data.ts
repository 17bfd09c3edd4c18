// The product that a page is about, from its own structured data (JSON-LD). Where that is not certain
// there is none: a card of another product would show another product's allergens.

import { digitsOf, gtin14 } from '../shared/gtin.js';

export type Thing = Record<string, unknown>;

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.flat(Infinity) : value === undefined ? [] : [value];

const thingsIn = (value: unknown): Thing[] =>
  listOf(value).filter((one) => typeof one === 'object' && one !== null) as Thing[];

/** Whether a thing is of a type of schema.org, which may be written as an address or with a prefix. */
const isA = (thing: Thing, type: RegExp) =>
  listOf(thing['@type']).some((one) => type.test(String(one).replace(/^.*[/:#]/, '')));

const PRODUCT = /^(IndividualProduct|Product|ProductModel|SomeProducts)$/;

/** What is about several products. */
const SEVERAL = /^(ItemList|OfferCatalog|ProductCollection|ProductGroup)$/;

/** The properties by which something refers to the product that a page is about. */
const ABOUT_IT = ['about', 'itemOffered', 'itemReviewed', 'mainEntity', 'mainEntityOfPage', 'subjectOf'];

/** The members of a thing, without prefixes of their names. */
const membersOf = (thing: Thing): [name: string, value: unknown][] =>
  Object.entries(thing).map(([name, value]) => [name.startsWith('@') ? name : name.replace(/^.*[/:#]/, ''), value]);

const valuesOf = (thing: Thing, name: RegExp): unknown[] =>
  membersOf(thing).flatMap(([key, value]) => (name.test(key) ? listOf(value) : []));

/** The texts of values, which may be objects with `@value` or `@id`. */
const textsOf = (values: unknown[]) =>
  values
    .map((value) => {
      const { '@value': own, '@id': id } = Object(value) as Thing;
      return String(own ?? id ?? (typeof value === 'object' ? '' : value)).trim();
    })
    .filter(Boolean);

/** The things at the top of a script: the others are parts of them. */
const topOf = (value: unknown): Thing[] =>
  thingsIn(value).flatMap((thing) => {
    const graph = topOf(thing['@graph']);
    return Object.keys(thing).every((name) => name.startsWith('@') && name !== '@type') ? graph : [thing, ...graph];
  });

/** The identifiers that things and their parts refer to, other than as what the page is about. */
function collectMentions(thing: Thing, found: Set<string>) {
  // Its last entry is the page itself.
  if (isA(thing, /^BreadcrumbList$/)) return;
  for (const [name, value] of membersOf(thing)) {
    if (name === '@graph') continue;
    for (const part of thingsIn(value)) {
      const id = part['@id'];
      if (typeof id === 'string' && !ABOUT_IT.includes(name)) found.add(id);
      collectMentions(part, found);
    }
    // An identifier may stand alone.
    if (/^(isRelatedTo|isSimilarTo|hasVariant|itemListElement|item)$/.test(name)) {
      for (const text of listOf(value)) if (typeof text === 'string') found.add(text);
    }
  }
}

const gtinTextsOf = (product: Thing) => textsOf(valuesOf(product, /^gtin(8|1[234])?$/i));

function gtinsOf(product: Thing) {
  const digits = gtinTextsOf(product).map((text) => {
    const [, linked] = /\/01\/(\d{8,14})(?!\d)/.exec(text) ?? [];
    return digitsOf(linked ?? text.replace(/^(urn:)?(gtin|ean|upc)[:\s]*/i, ''));
  });
  return [...new Set(digits.flatMap((one) => (one ? gtin14(one) : [])))];
}

/** The names by which two descriptions are of one product. */
const SAME = [/^@id$/, /^url$/, /^sku$/, /^name$/];

const isSame = (one: Thing, other: Thing) =>
  SAME.some((name) => {
    const texts = textsOf(valuesOf(one, name));
    return textsOf(valuesOf(other, name)).some((text) => texts.includes(text));
  }) || gtinsOf(one).some((gtin) => gtinsOf(other).includes(gtin));

/** The descriptions of the product that a page is about; none where that is not certain. */
function descriptionsIn(scripts: string[]): Thing[] {
  const things: Thing[] = [];
  for (const script of scripts) {
    try {
      things.push(
        ...topOf(JSON.parse(script.replace(/^\s*(\/\/)?\s*<!(--|\[CDATA\[)|(\/\/)?\s*(-->|\]\]>)\s*$/g, ''))),
      );
    } catch {
      // It may be the one with the product.
      if (/product/i.test(script)) return [];
    }
  }
  const byId = new Map(things.map((thing) => [thing['@id'], thing]));
  const main = things
    .flatMap((thing) => thingsIn(valuesOf(thing, /^mainEntity$/)))
    .map((thing) => (thing['@type'] === undefined ? (byId.get(thing['@id']) ?? thing) : thing));
  if (main.some((thing) => isA(thing, SEVERAL))) return [];
  const mentioned: Set<string> = new Set();
  for (const thing of things) collectMentions(thing, mentioned);
  const own = main.filter((thing) => isA(thing, PRODUCT));
  const products = things.filter((thing) => isA(thing, PRODUCT));
  const candidates = own.length > 0 ? own : products.filter((one) => !mentioned.has(String(one['@id'])));
  const [first] = candidates;
  if (!first || !candidates.every((one) => one === first || isSame(one, first))) return [];
  // A second script may describe the same product with more.
  const same = [...candidates, ...products.filter((one) => candidates.some((other) => isSame(one, other)))];
  return same.some((one) => isA(one, SEVERAL)) ? [] : same;
}

/**
 * The GTIN, of 14 digits, of the product that a page is about; undefined where there is none, where
 * there are several, or where that is not certain.
 *
 * @param scripts - The texts of all of the page's scripts with JSON-LD.
 */
export function gtinIn(scripts: string[]): string | undefined {
  const gtins = new Set(descriptionsIn(scripts).flatMap(gtinsOf));
  return gtins.size === 1 ? [...gtins][0] : undefined;
}

/** What a page gives as the GTIN of its product, if none of it is one. */
export function unreadableGtinIn(scripts: string[]): string | undefined {
  const products = descriptionsIn(scripts);
  return products.some((product) => gtinsOf(product).length > 0) ? undefined : products.flatMap(gtinTextsOf)[0];
}
