// Asking the service. This file must compile under `strict`.

import { PoolClient, PoolError, init } from 'product-pool';
import type { ErrorCode, Product } from 'product-pool';

export async function look(gtin: string, signal: AbortSignal): Promise<string | null> {
  const pool = new PoolClient({ baseUrl: 'https://pool.example', token: 'of a server' });
  try {
    const product: Product = await pool.getProductByGtin(gtin, { signal });
    return product.general?.product_name ?? null;
  } catch (error) {
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
  not_found: 'scan again',
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
export const ready: Promise<void> = init(new URL('https://cdn.example/client_bg.wasm'));
