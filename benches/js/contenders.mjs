// What is compared: a bare fetch, the same fetch and a zod schema (of zod 4,
// which compiles schemas where the page may do so, and of zod 3, which reads
// them), the package, and the package when it checks records too, as zod does;
// for a full product and for a page of 500 items. Nothing here knows Node or
// the browser.

/** The GTIN asked for; every answer is the same product. */
const GTIN = '09520000000004';

/** What every contender sends. */
const headers = { authorization: 'Bearer demo', accept: 'application/json' };

/**
 * The comparisons: name and contenders by name. `network` asks the server at `base`; without it, a fetch
 * function gives ready Responses, so that the time is the contenders' own.
 */
export function comparisons({ pool, schemas, base, bodies, network }) {
  const ready = (body) => async () => new Response(body, { headers: { 'content-type': 'application/json' } });
  const get = (path, body) => {
    const answer = ready(body);
    return network ? () => fetch(base + path, { headers }) : () => answer(base + path, { headers });
  };
  const client = (body) =>
    new pool.PoolClient({
      baseUrl: base,
      token: 'demo',
      dangerouslyAllowBrowser: true,
      ...(network ? {} : { fetch: ready(body) }),
    });

  const getProduct = get(`/v2/products/gtin/${GTIN}`, bodies.product);
  const ofProduct = client(bodies.product);
  const getPage = get('/v2/products?limit=500', bodies.page);
  const ofPage = client(bodies.page);

  return [
    {
      name: 'a full product',
      contenders: {
        bare: async () => (await (await getProduct()).json()).data,
        zod4: async () => schemas.zod4.product.parse(await (await getProduct()).json()).data,
        zod3: async () => schemas.zod3.product.parse(await (await getProduct()).json()).data,
        client: () => ofProduct.getProductByGtin(GTIN),
        checked: () => ofProduct.getProductByGtin(GTIN, { validate: 'report' }),
      },
    },
    {
      name: 'a page of 500 items',
      contenders: {
        bare: async () => (await (await getPage()).json()).data,
        zod4: async () => schemas.zod4.products.parse(await (await getPage()).json()).data,
        zod3: async () => schemas.zod3.products.parse(await (await getPage()).json()).data,
        client: async () => (await ofPage.listProducts({ limit: 500 })).data,
        checked: async () => (await ofPage.listProducts({ limit: 500, validate: 'report' })).data,
      },
    },
  ];
}

/** Throws unless all contenders give the same, so that like is timed with like. */
export async function check({ name, contenders }) {
  const given = {};
  for (const [contender, run] of Object.entries(contenders)) {
    given[contender] = JSON.stringify(sorted(await run()));
  }
  for (const [contender, text] of Object.entries(given)) {
    if (text !== given.bare) throw new Error(`${name}: ${contender} gives another result than bare`);
  }
}

/** With members in one order: zod puts them in the schema's. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
