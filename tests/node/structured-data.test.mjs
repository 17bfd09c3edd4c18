// The product that a page is about, by its structured data: a card of another one would show another's
// allergens, so whatever is not certain is none.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gtinIn } from '../../pkg/dist/src/auto/structured-data.js';

const GTIN = '09520000000004';
const OTHER = '09520000001001';
const context = 'https://schema.org';

const product = (more = {}) => ({
  '@context': context,
  '@type': 'Product',
  name: 'Soup',
  gtin13: GTIN.slice(1),
  ...more,
});
const related = (more = {}) => ({ '@type': 'Product', name: 'Bread', gtin13: OTHER.slice(1), ...more });
const graph = (...nodes) => ({ '@context': context, '@graph': nodes });

const found = (...scripts) =>
  gtinIn(scripts.map((script) => (typeof script === 'string' ? script : JSON.stringify(script))));

describe('the product of a page', () => {
  for (const [what, ...scripts] of [
    ['alone', product()],
    ['in a list', [product()]],
    ['in a graph', graph({ '@type': 'WebSite' }, product())],
    ['in a graph of a list of one', [graph(product())]],
    ['of several types', product({ '@type': ['Thing', 'Product'] })],
    ['of a type that is an address', product({ '@type': 'http://schema.org/Product' })],
    ['of a type with a prefix', { '@type': 'schema:Product', 'schema:gtin13': GTIN }],
    ['with the GTIN under another name', product({ gtin13: undefined, gtin: GTIN })],
    ['with 14 digits', product({ gtin13: undefined, gtin14: GTIN })],
    ['under a name in capitals', product({ gtin13: undefined, GTIN })],
    ['with a number', product({ gtin13: Number(GTIN) })],
    ['with a list of one', product({ gtin13: [GTIN] })],
    ['with a typed value', product({ gtin13: { '@value': GTIN } })],
    ['with spaces and hyphens', product({ gtin13: ' 9520000-000004 ' })],
    ['with a Digital Link', product({ gtin13: undefined, gtin: `https://id.gs1.org/01/${GTIN}?17=261231` })],
    ['with the same GTIN twice', product({ gtin: GTIN, gtin14: GTIN })],
    ['beside related ones', product({ isRelatedTo: [related(), related({ name: 'Butter' })] })],
    ['beside a similar one in the graph', graph(product({ isSimilarTo: { '@id': '#b' } }), related({ '@id': '#b' }))],
    [
      'beside a list of others',
      product(),
      { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: related() }] },
    ],
    [
      'beside a list of others in the graph',
      graph(product(), { '@type': 'ItemList', itemListElement: [{ item: { '@id': '#b' } }] }, related({ '@id': '#b' })),
    ],
    ['as the main entity', { '@type': 'ItemPage', mainEntity: product() }, related()],
    [
      'as the main entity by its identifier',
      graph({ '@type': 'WebPage', mainEntity: { '@id': '#a' } }, product({ '@id': '#a' }), related({ '@id': '#b' })),
    ],
    [
      'that a crumb leads to',
      graph(product({ '@id': '/a' }), { '@type': 'BreadcrumbList', itemListElement: [{ item: { '@id': '/a' } }] }),
    ],
    ['that a review is about', graph(product({ '@id': '#a' }), { '@type': 'Review', itemReviewed: { '@id': '#a' } })],
    ['described twice', product(), product({ sku: '1' })],
    ['described twice, once without a GTIN', product({ gtin13: undefined }), product()],
    ['beside other scripts that are broken', product(), '{"@type": "Organization",'],
    ['in a comment', `<!-- ${JSON.stringify(product())} -->`],
    ['as character data', `//<![CDATA[\n${JSON.stringify(product())}\n//]]>`],
    [
      'that is a variant',
      product({ isVariantOf: { '@type': 'ProductGroup', name: 'Soups', hasVariant: [related()] } }),
    ],
  ]) {
    it(`is found ${what}`, () => assert.equal(found(...scripts), GTIN));
  }

  for (const [what, ...scripts] of [
    ['without any'],
    ['without a product', { '@type': 'Organization', gtin: GTIN }],
    ['without a GTIN', product({ gtin13: undefined })],
    ['with a GTIN that is none', product({ gtin13: '12345' })],
    ['with an empty GTIN', product({ gtin13: '', gtin: null })],
    ['with two GTINs', product({ gtin14: OTHER })],
    ['with two products', product(), related()],
    ['with two products in a graph', graph(product(), related())],
    ['with two products of one name', product(), product({ gtin13: OTHER })],
    ['with two products, one of them without a GTIN', product(), related({ gtin13: undefined })],
    ['with a group of variants', { '@type': 'ProductGroup', gtin: GTIN, hasVariant: [product(), related()] }],
    ['with a group of one variant', { '@type': 'ProductGroup', hasVariant: product() }],
    [
      'with a group of variants in the graph',
      graph(
        { '@type': 'ProductGroup', hasVariant: [{ '@id': '#a' }, '#b'] },
        product({ '@id': '#a' }),
        related({ '@id': '#b' }),
      ),
    ],
    ['with a product that is a group', product({ '@type': ['Product', 'ProductGroup'] })],
    ['with a list', { '@type': 'ItemList', itemListElement: [product()] }],
    ['with a page of a list', { '@type': 'CollectionPage', mainEntity: { '@type': 'ItemList' } }, product()],
    ['with a review of a product', { '@type': 'Review', itemReviewed: product() }],
    ['with a recipe of products', { '@type': 'Recipe', ingredients: [product()] }],
    ['with a product of an offer', { '@type': 'Offer', itemOffered: product() }],
    ['with a broken product', product(), '{"@type": "Product", "gtin13": "0952'],
    ['with something else', '[]', 'null', '"Product"', '12'],
  ]) {
    it(`is none on a page ${what}`, () => assert.equal(found(...scripts), undefined));
  }
});
