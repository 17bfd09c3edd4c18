// Asking the service. This file must compile under `strict`.

import { NotFoundError, PoolClient, PoolError, RateLimitedError, init, isPoolError } from 'product-pool';
import type {
  Brand,
  ErrorCode,
  FetchFunction,
  Label,
  Logger,
  Manufacturer,
  Product,
  ProductStatus,
  ResponseEvent,
} from 'product-pool';

export async function look(gtin: string, signal: AbortSignal): Promise<string | null> {
  const pool = new PoolClient({ baseUrl: 'https://pool.example', token: 'of a server' });
  try {
    const product: Product = await pool.getProductByGtin(gtin, { signal });
    return product.general?.product_name ?? null;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    if (error instanceof RateLimitedError) return `again in ${error.retryAfter ?? 60} s: ${error.headers?.get('date')}`;
    if (!(error instanceof PoolError)) throw error;
    return explain(error);
  }
}

function explain(error: PoolError): string | null {
  switch (error.code) {
    case 'not_found':
      return null;
    case 'rate_limited':
      return `again in ${error.retryAfter ?? 60} s`;
    case 'http':
      return `${error.method} ${error.url} gave ${error.status}`;
    default:
      return error.errors.map((problem) => problem.detail ?? problem.title).join('; ');
  }
}

// Every code of the package's errors, and no other.
export const advice: Record<ErrorCode, string> = {
  unauthenticated: 'renew the token',
  forbidden: 'use the token of that account',
  not_found: 'scan again',
  invalid_request: 'look at the parameters',
  rate_limited: 'wait',
  timeout: 'try again',
  aborted: 'nothing',
  network: 'look at the connection',
  invalid_response: 'tell the supplier',
  invalid_argument: 'look at what was given',
  http: 'look at the status',
  internal: 'load the page again',
};

export const base: PoolClient = new PoolClient({ baseUrl: new URL('https://pool.example/v2') });
export const byId = (): Promise<Product> => base.getProduct('a-product');
// What the service assigned is there, and an id from elsewhere is a number.
export const idOf = async (): Promise<string> => (await base.getProductByGtin('9520123456788')).pool_id;
export const brandOf = async (text: string): Promise<Brand> => {
  const [maker] = (await base.listManufacturers()).data;
  return base.getBrand(maker?.id ?? Number(text), Number(text));
};
export const ready: Promise<void> = init(new URL('https://cdn.example/client_bg.wasm'));

export async function everyOperation(signal: AbortSignal): Promise<unknown[]> {
  const patient = { signal, timeoutMs: 5_000, totalTimeoutMs: Infinity, maxRetries: 5 };
  const page = await base.listProducts({ sort: '-changed_at', filter: { status: 'published' }, limit: 50, ...patient });
  const cursor: string | null | undefined = page.next;
  const names: (string | null | undefined)[] = page.data.map((item) => item.product_name);
  const second = page.hasNextPage() ? await page.getNextPage() : page;
  for await (const item of base.listProducts({ filter: { changedAt: 'gt:2024-10-12' } })) {
    names.push(item.pool_id);
  }
  const images = await base.listImages('a-product', { filter: { type: 1 } }).toArray({ limit: 10 });
  const { data, response, faults } = await base.getProduct('a', { validate: 'report' }).withResponse();
  const faulty: string[] = (faults ?? []).map((fault) => `${fault.path}: ${fault.found}`);
  const kind: string | null = response.headers.get('content-type') ?? (await response.text());
  const makers: Manufacturer[] = await base.listManufacturers().toArray();
  const maker: Manufacturer = await base.getManufacturer(7);
  for await (const brand of base.listBrands(7, { page: 2 })) names.push(brand.name);
  const codes: (string | null | undefined)[] = [];
  const since = { sort: 'product_code', filter: { catalogedAt: { gt: new Date() } }, limit: 500 } as const;
  for await (const item of base.listCatalogProducts(501, since)) codes.push(item.product_code, item.pool_id);
  const listed: Product = await base.getCatalogProduct(501, '!@£ppp');
  const labels: Label[] = await base.listLabels().toArray();
  const label: Label = await base.getLabel(3001);
  const brand: Brand = await base.getBrand(7, 8);
  const other = await base.get<{ rows: string[] }>('/v2/wholesalers/1/catalog', { page: 2, all: true });
  return [
    cursor,
    second.data,
    images[0]?.url_medium,
    data.pool_id,
    faulty,
    kind,
    makers,
    maker,
    brand,
    codes,
    listed,
    labels,
    label,
    other.rows,
  ];
}

export async function sync(kept: string | undefined): Promise<string | undefined> {
  const changes = base.changes({ since: kept ?? new Date(0) });
  for await (const product of changes) {
    const changed: string | null | undefined = product.changed_at;
    console.log(changed, changes.checkpoint);
  }
  const index = await base.buildGtinIndex({ onProgress: (it) => console.log(it.size, it.export()) });
  const { product, component } = await base.findByGtin('(01)09520123456788', { index });
  console.log(product.general?.product_name, component?.general?.component_name);
  await index.refresh();
  return changes.checkpoint;
}

/** Every option accepts `undefined`, and so do the fields of records. */
export function optional(text: string | undefined, signal: AbortSignal | undefined): unknown[] {
  const limit = text === undefined ? undefined : Number(text);
  return [
    new PoolClient({ baseUrl: '/pool', token: text, timeoutMs: limit, logger: undefined, onRequest: undefined }),
    base.listProducts({ signal, limit, cursor: text, filter: { status: undefined, changedAt: undefined } }),
    base.getProduct('a', { version: text, output: undefined }),
    base.findByGtin('9520123456788', { index: undefined }),
    base.changes({ since: text }),
    base.buildGtinIndex({ from: text, onProgress: undefined }),
    base.listProducts({ filter: { changedAt: { gt: text ?? new Date(), lt: undefined } } }).toArray({ limit }),
  ];
}
export const record: Product = { pool_id: undefined, general: undefined };

export async function filters(lastSync: Date, states: readonly ProductStatus[]): Promise<number> {
  const page = await base.listProducts({ filter: { changedAt: { gt: lastSync }, status: states }, count: true });
  await base.listProducts({ filter: { changedAt: lastSync.toISOString(), status: ['published', 'archived'] } });
  await base.listProducts({ filter: { changedAt: 'gt:2024-10-12', status: 'published,archived' } });
  await base.listProducts({ filter: { changedAt: { eq: '2024-10-12' } } });
  await base.listProducts({ filter: { changedAt: lastSync } });
  const images = await base.listImages('a-product');
  const makers = await base.listManufacturers();
  const numbers = [page.count, images.perPage, images['per page'], images.pages, makers.perPage, makers.total];
  return numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0);
}

export const observed: PoolClient = new PoolClient({
  baseUrl: 'https://pool.example',
  logger: console,
  onRequest: ({ operation, method, url, attempt }) => console.log(operation, method, url, attempt + 1),
  async onResponse(event: ResponseEvent) {
    const seconds: number = event.durationMs / 1000;
    console.log(event.status ?? event.error, seconds, event.requestId, event.headers?.get('x-rate-limit'));
  },
});
export const quiet: Logger = { warn: (message: string) => console.warn(message) };

// The function of the page, and one whose responses have no more members than are read.
export const fetches: PoolClient[] = [fetch, small].map(
  (fetch: FetchFunction) => new PoolClient({ baseUrl: '/pool', fetch }),
);
declare function small(
  input: string | URL,
  init?: { method?: string; headers?: Record<string, string>; signal?: AbortSignal | null; agent?: object },
): Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export const failure = (error: PoolError): unknown[] => [error.cause, error.requestId?.toUpperCase()];

export const vault: PoolClient = new PoolClient({
  baseUrl: '/pool',
  token: async () => 'from the vault',
  concurrency: 2,
  fetch: (url, init) => fetch(url, init),
});

export function isGone(error: unknown): boolean {
  return isPoolError(error) && (error.code === 'not_found' || error.errors.length > 0);
}
