// What must not compile: each line after a directive has exactly that error.

import { Changes, NotFoundError, PoolClient, PoolError, isPoolError } from 'product-pool';

declare const pool: PoolClient;
declare const error: PoolError;

// @ts-expect-error TS2554 without an address there is nobody to ask
new PoolClient();
// @ts-expect-error TS2741 the same
new PoolClient({ token: 'secret' });
// @ts-expect-error TS2561 an option misspelt
new PoolClient({ baseUrl: 'https://pool.example', baseURL: '' });
// @ts-expect-error TS2322 a hook is a function
new PoolClient({ baseUrl: 'https://pool.example', onRequest: console });
// @ts-expect-error TS2339 an event does not have the token
new PoolClient({ baseUrl: 'https://pool.example', onResponse: ({ token }) => token });
// @ts-expect-error TS2322 a fetch function returns a promise of a response
new PoolClient({ baseUrl: 'https://pool.example', fetch: async () => ({ status: 200 }) });
// @ts-expect-error TS2345 a number has lost its leading zeros
pool.getProductByGtin(9520123456788);
// @ts-expect-error TS2554 of which product?
pool.getProduct();
// @ts-expect-error TS2339 an answer is awaited first
pool.getProductByGtin('9520123456788').general;
// @ts-expect-error TS2339 nobody gets the token back
pool.token;

// @ts-expect-error TS2367 no code of the package's errors
export const missing: boolean = error.code === 'not-found';
// @ts-expect-error TS2540 an error stays as it is
error.code = 'http';

export async function caught(): Promise<void> {
  try {
    await pool.getProductByGtin('9520123456788');
  } catch (thrown) {
    // @ts-expect-error TS18046 whoever catches must look first
    console.log(thrown.code);
  }
}

export async function lists(): Promise<void> {
  // @ts-expect-error TS2322 no order of the service's
  await pool.listProducts({ sort: 'name' });
  // @ts-expect-error TS2322 a time is a Date or a string
  await pool.listProducts({ filter: { changedAt: 20241012 } });
  // @ts-expect-error TS2322 the service compares with one time only
  await pool.listProducts({ filter: { changedAt: { gt: '2024-10-12', lt: '2024-10-13' } } });
  // @ts-expect-error TS2353 no comparison of the service's
  await pool.listProducts({ filter: { changedAt: { after: '2024-10-12' } } });
  // @ts-expect-error TS2322 no state of products
  await pool.listProducts({ filter: { status: ['draft'] } });
  // @ts-expect-error TS2353 an option of the service's documentation, which is filter.status here
  await pool.listProducts({ 'filter[status]': 'archived' });
  // @ts-expect-error TS2561 an option misspelt
  await pool.listProducts({ filter: { Status: 'archived' } });
  // @ts-expect-error TS2353 no header but the client's own goes out
  await pool.getProductByGtin('9520123456788', { headers: { 'x-trace': '1' } });
  // @ts-expect-error TS2345 an ID is a number
  await pool.getManufacturer('7');
  const brand = await pool.getBrand(7, 8);
  // @ts-expect-error TS2345 a brand's id is not its manufacturer's
  await pool.getBrand(brand.id, 7);
  // @ts-expect-error TS2322 nor is it here
  await pool.listProducts({ filter: { manufacturer: brand.id } });
  const page = await pool.listProducts();
  // @ts-expect-error TS2504 a page is one page; the call is what is looped over
  for await (const item of page) console.log(item);
  // @ts-expect-error TS2339 a list item is no full product
  console.log(page.data[0]?.general);
}

// @ts-expect-error TS2673 a client makes these
new Changes();
// @ts-expect-error TS2367 no such code
console.log(isPoolError(error) && error.code === 'missing');
// @ts-expect-error TS2367 the class says which code it is
console.log(error instanceof NotFoundError && error.code === 'http');
