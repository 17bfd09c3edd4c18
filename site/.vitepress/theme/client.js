// A client over the records of the site, whose elements ask it: the site is served where no pool is.

/** Errors are those of a client, by their code. */
const missing = () => Object.assign(new Error('This site has no such product.'), { code: 'not_found', status: 404 });

/** The addresses of pictures: in the files they begin at the folder of the records. */
function placed(value, folder) {
  if (Array.isArray(value)) return value.map((one) => placed(one, folder));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, placed(one, folder)]));
  }
  return typeof value === 'string' && value.startsWith('images/') ? new URL(value, folder).href : value;
}

/**
 * The client.
 * @param {URL} folder - Of the records.
 */
export function clientOf(folder) {
  const kept = new Map();

  function read(name) {
    if (!kept.has(name)) {
      const address = new URL(name, folder);
      const answer = fetch(address).then((response) => {
        if (!response.ok) throw Object.assign(new Error(`${response.status} from ${address}`), { code: 'network' });
        return response.json();
      });
      answer.catch(() => kept.delete(name));
      kept.set(name, answer);
    }
    return kept.get(name);
  }

  /** What an index has under a name. */
  const find = async (list, name) => {
    const { [list]: entries } = await read('index.json');
    return Object.hasOwn(entries, name) ? entries[name] : undefined;
  };

  async function getProduct(id, { version } = {}) {
    const known = (await find('versions', id)) ?? [];
    const chosen = version === undefined ? known.at(-1) : String(version);
    if (!known.includes(chosen)) throw missing();
    return placed((await read(`products/${id}-${chosen}.json`)).data, folder);
  }

  async function getProductByGtin(gtin) {
    const id = await find('gtins', String(gtin).padStart(14, '0'));
    if (id === undefined) throw missing();
    return getProduct(id);
  }

  const listImages = async (id) => ({ data: placed((await find('images', id)) ?? [], folder) });

  async function getFeatureImage(id) {
    const [first] = (await listImages(id)).data;
    if (!first) throw missing();
    return first;
  }

  return { getProduct, getProductByGtin, listImages, getFeatureImage };
}
