// The records that the site's elements show, as files: the products of the demo's showcase with
// their versions and pictures, from a server with the demo's catalogue.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The products of which every version is kept, for the changes. */
const VERSIONS = 5;

/**
 * Writes the records.
 * @param {string} root
 * @param {string} out - The folder for them.
 * @param {{ url: string, token: string }} service
 */
export async function writePool(root, out, { url, token }) {
  const ask = async (path) => {
    const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${token}` } });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${response.status} from ${response.url}`);
    return response;
  };
  const json = async (path) => (await ask(path))?.json();
  const write = async (name, content) => {
    const file = join(out, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const pictures = new Map();
  /** Pictures beside the records, under the names that they have at the server. */
  const local = (text) =>
    text.replaceAll(/https?:\/\/[^"\s]*?\/images\/([\w.-]+)/g, (address, name) => {
      pictures.set(`images/${name}`, address);
      return `images/${name}`;
    });

  const showcase = JSON.parse(await readFile(join(root, 'www/showcase.json'), 'utf8'));
  const index = { gtins: {}, versions: {}, images: {} };
  for (const { gtin } of showcase.filter(({ state }) => !state)) {
    const answer = await json(`/v2/products/gtin/${gtin}`);
    if (!answer) throw new Error(`the catalogue has no product with the GTIN ${gtin}`);
    const { pool_id: id, latest_version: latest } = answer.data;
    index.gtins[gtin.padStart(14, '0')] = id;
    const numbers = Array.from({ length: Math.min(Number(latest), VERSIONS) }, (_, at) => String(at + 1));
    index.versions[id] = [];
    for (const version of numbers) {
      const found = await json(`/v2/products/${id}?version=${version}`);
      if (!found) continue;
      index.versions[id].push(version);
      await write(`products/${id}-${version}.json`, local(JSON.stringify(found)));
    }
    const images = await json(`/v2/images/${id}`);
    index.images[id] = JSON.parse(local(JSON.stringify(images?.data ?? [])));
  }
  for (const [name, address] of pictures) {
    const response = await ask(address);
    if (response) await write(join('images', basename(name)), Buffer.from(await response.arrayBuffer()));
  }
  await write('index.json', JSON.stringify(index));
}
