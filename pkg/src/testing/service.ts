// A service in memory: the documented operations over a few records, as a function instead of `fetch`.

import type { FetchFunction } from '../client/types.js';
import type { Image, Product } from '../shared/model.js';
import { digitsOf, gtin14 } from '../shared/gtin.js';

/** An answer instead of that of the records. */
export interface FakeResponse {
  /** 200 unless given. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** The body: text as it is, anything else as JSON; `{}` unless given. */
  body?: unknown;
}

/** Gives the answer to a request; `undefined` leaves it to the records. */
export type Respond = (target: string) => FakeResponse | undefined | Promise<FakeResponse | undefined>;

const PAGE = 100;

const NOT_FOUND = {
  status: 404,
  body: {
    errors: [{ status: '404', code: 'not_found', title: 'Not found', detail: 'No such record in the fake pool.' }],
  },
};

const found = (data: unknown) => (data === undefined ? NOT_FOUND : { body: { data } });

function numbered(all: readonly unknown[], query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  return { body: { page, 'per page': PAGE, pages: 1, total: all.length, data: page === 1 ? all : [] } };
}

const LISTED = [
  'schema',
  'schema_name',
  'manufacturer_product_name',
  'product_name',
  'manufacturer_product_code',
  'manufacturer_version_number',
  'manufacturer',
  'manufacturer_name',
  'brand',
  'brand_name',
  'label',
  'label_name',
  'label_code',
] as const;

function itemOf({ general, outer, components, ...product }: Product) {
  return {
    pool_id: product.pool_id,
    status: product.status,
    version: product.version,
    changed_at: product.changed_at,
    latest_version: product.latest_version,
    latest_at: product.changed_at,
    parent_id: product.parent_id,
    change_type: String(product.change_type),
    change_reason: product.change_reason,
    reviewed_at: product.reviewed_at,
    standardised_name: product.standardised_name,
    ...Object.fromEntries(LISTED.map((name) => [name, general?.[name]])),
    traded_unit_gtin: outer?.traded_unit_gtin ?? null,
    components: (components ?? []).map(({ general: names, inner }) => ({
      component_uuid: names?.component_uuid,
      component_name: names?.component_name,
      internal_gtin: inner?.internal_gtin,
      manufacturers_component_code: inner?.manufacturers_component_code,
    })),
  };
}

type Item = ReturnType<typeof itemOf>;

/**
 * Whether a time fulfils a comparison such as `gt:2024-10-12`: a day alone is its first instant for `gt`
 * and `lt`, and all of it for `eq`, as with the project's own server.
 */
function compares(time: string, comparison: string) {
  const [, sign, given = ''] = /^(eq|gt|lt):(.*)$/.exec(comparison) ?? [];
  const value = given.replace('T', ' ').slice(0, 'YYYY-MM-DD hh:mm:ss'.length);
  if (sign === 'eq') return time.startsWith(value);
  if (sign === 'lt') return time < value;
  return value.includes(':') ? time > value : time >= value;
}

/**
 * Whether an item fulfils the filters of a request. What is neither published nor archived is in no list, as
 * with the project's own server.
 */
function matches(item: Item, query: URLSearchParams) {
  const conditions = { 'filter[status]': 'published,archived', ...Object.fromEntries(query) };
  return Object.entries(conditions).every(([name, value]) => {
    const [, field] = /^filter\[(\w+)\]$/.exec(name) ?? [];
    if (field === undefined) return true;
    const own = String((item as Record<string, unknown>)[field]);
    if (field === 'changed_at') return compares(own, value);
    return field === 'status' ? value.split(',').includes(own) : own === value;
  });
}

function listed(products: Product[], query: URLSearchParams): FakeResponse {
  const [, reversed, field] = /^(-?)(\w+)$/.exec(query.get('sort') ?? '-changed_at') ?? [];
  const key = (item: Item) => `${(item as Record<string, unknown>)[field ?? '']} ${item.pool_id}`.toLowerCase();
  const all = products
    .map(itemOf)
    .filter((item) => matches(item, query))
    .sort((one, other) => (key(one) < key(other) ? -1 : 1));
  if (reversed) all.reverse();
  const from = Number(query.get('cursor') ?? 0);
  const end = from + Number(query.get('limit') ?? PAGE);
  const data = all.slice(from, end);
  const next = end < all.length ? String(end) : null;
  return { body: { next, previous: null, data, ...(query.get('count') === '1' && { count: all.length }) } };
}

function named(products: Product[], kind: 'manufacturer' | 'brand' | 'label') {
  const entries = products.map(({ general }) => [
    general?.[kind],
    { id: general?.[kind], name: general?.[`${kind}_name`] },
  ]);
  return [...new Map(entries as [number, { id: number; name: string }][]).values()];
}

function answer(
  [kind, id, more, last, ...rest]: string[],
  query: URLSearchParams,
  { products, images }: { products: Product[]; images: Readonly<Record<string, readonly Image[]>> },
): FakeResponse {
  if (rest.length > 0) return NOT_FOUND;
  const withId = (all: { id: number }[], wanted: string | undefined) =>
    found(all.find((one) => String(one.id) === wanted));
  if (kind === 'products' && id === undefined) return listed(products, query);
  if (kind === 'products' && id === 'gtin') {
    const units = ({ outer, components }: Product) => [
      outer?.traded_unit_gtin,
      ...(components ?? []).map(({ inner }) => inner?.internal_gtin),
    ];
    const wanted = gtin14(digitsOf(more ?? '') ?? '');
    return found(products.find((one) => units(one).some((gtin) => gtin && gtin14(gtin) === wanted)));
  }
  if (kind === 'products') {
    const version = query.get('version');
    return found(products.find((one) => one.pool_id === id && (version === null || one.version === version)));
  }
  if (kind === 'images' && products.some((one) => one.pool_id === id)) {
    const all = images[id ?? ''] ?? [];
    return more === 'feature' ? found(all[0]) : numbered(all, query);
  }
  if (kind === 'labels') {
    const labels = named(products, 'label').filter((label) => label.id > 0);
    return id === undefined ? numbered(labels, query) : withId(labels, id);
  }
  if (kind !== 'manufacturers') return NOT_FOUND;
  if (id === undefined) return numbered(named(products, 'manufacturer'), query);
  if (more === undefined) return withId(named(products, 'manufacturer'), id);
  const brands = named(
    products.filter(({ general }) => String(general?.manufacturer) === id),
    'brand',
  );
  return last === undefined ? numbered(brands, query) : withId(brands, last);
}

/** The service as a function instead of `fetch`. Each answer is made anew, so that nobody changes the records. */
export function serviceOf(
  records: { products: Product[]; images: Readonly<Record<string, readonly Image[]>> },
  respond: Respond,
): FetchFunction {
  return async (url, { signal }) => {
    const { pathname, search, searchParams } = new URL(url);
    const given = await respond(pathname + search);
    signal.throwIfAborted();
    const path = pathname.split('/').slice(2).map(decodeURIComponent);
    const { status = 200, headers, body = {} } = given ?? answer(path, searchParams, records);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: new Headers({ 'content-type': 'application/json', ...headers }), text: async () => text };
  };
}
