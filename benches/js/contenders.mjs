// The contenders: a bare fetch, the same with a zod schema (zod 4 compiles
// schemas if the page allows it, zod 3 interprets them), the package, and the
// package with validation, the equivalent of zod; for a full product and for a
// page of 500 items. Independent of Node and the browser.

/** The requested GTIN; every response is the same product. */
const GTIN = '09520000000004';

/** The headers of every request. */
const headers = { authorization: 'Bearer demo', accept: 'application/json' };

/**
 * The comparisons: name and contenders by name. With `network`, requests go to the server at `base`; without
 * it, a fetch function returns prepared Responses, so that only the contenders' own cost is measured.
 */
export function comparisons({ pool, schemas, base, bodies, network }) {
  const prepared = (body) => async () => new Response(body, { headers: { 'content-type': 'application/json' } });
  const get = (path, body) => {
    const respond = prepared(body);
    return network ? () => fetch(base + path, { headers }) : () => respond(base + path, { headers });
  };
  const client = (body) =>
    new pool.PoolClient({
      baseUrl: base,
      token: 'demo',
      dangerouslyAllowBrowser: true,
      ...(network ? {} : { fetch: prepared(body) }),
    });

  const getProduct = get(`/v2/products/gtin/${GTIN}`, bodies.product);
  const productClient = client(bodies.product);
  const getPage = get('/v2/products?limit=500', bodies.page);
  const pageClient = client(bodies.page);

  return [
    {
      name: 'a full product',
      contenders: {
        bare: async () => (await (await getProduct()).json()).data,
        zod4: async () => schemas.zod4.product.parse(await (await getProduct()).json()).data,
        zod3: async () => schemas.zod3.product.parse(await (await getProduct()).json()).data,
        client: () => productClient.getProductByGtin(GTIN),
        checked: () => productClient.getProductByGtin(GTIN, { validate: 'report' }),
      },
    },
    {
      name: 'a page of 500 items',
      contenders: {
        bare: async () => (await (await getPage()).json()).data,
        zod4: async () => schemas.zod4.products.parse(await (await getPage()).json()).data,
        zod3: async () => schemas.zod3.products.parse(await (await getPage()).json()).data,
        client: async () => (await pageClient.listProducts({ limit: 500 })).data,
        checked: async () => (await pageClient.listProducts({ limit: 500, validate: 'report' })).data,
      },
    },
  ];
}

/** Throws unless all contenders return the same result: only then are their times comparable. */
export async function check({ name, contenders }) {
  const results = {};
  for (const [contender, run] of Object.entries(contenders)) {
    results[contender] = JSON.stringify(sorted(await run()));
  }
  for (const [contender, text] of Object.entries(results)) {
    if (text !== results.bare) throw new Error(`${name}: ${contender} returns another result than bare`);
  }
}

/** Sorts the members of all objects, because zod returns them in the order of the schema. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
