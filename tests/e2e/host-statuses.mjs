// What elements on hosts must say of allergens, from the records of the pool alone.

import { BASE_URL, TOKEN } from './support.mjs';

/** From the least serious. */
const STATUSES = ['declared-not-present', 'not-stated', 'may-contain', 'contains'];
const FLAGS = { no: 'declared-not-present', 'may contain': 'may-contain', yes: 'contains' };

const GROUPS = { cereal: /^(barley|oats|rye|wheat)$/, tree_nuts: /_nuts$/ };
const groupOf = (name) => Object.keys(GROUPS).find((group) => GROUPS[group].test(name)) ?? name;

async function readStatuses(gtin) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { data } = await (await fetch(`${BASE_URL}/v2/products/gtin/${gtin}`, { headers })).json();
  const found = {};
  for (const [field, flag] of data.components.flatMap(({ allergens }) => Object.entries(allergens))) {
    if (!field.startsWith('contains_') || /_(risk_source|20ppm)$/.test(field)) continue;
    const name = field.slice('contains_'.length);
    const rank = STATUSES.indexOf(FLAGS[flag?.description.toLowerCase()] ?? 'not-stated');
    for (const one of [name, groupOf(name)]) found[one] = Math.max(found[one] ?? 0, rank);
  }
  return Object.fromEntries(Object.entries(found).map(([name, rank]) => [name, STATUSES[rank]]));
}

const read = new Map();

/** By allergen, a product's status; that of a group is at least its members'. */
function statusesIn(gtin) {
  if (!read.has(gtin)) read.set(gtin, readStatuses(gtin));
  return read.get(gtin);
}

/** All that an element says of allergens, in the words of `statusesOf` in tests/hosts.js. */
export async function saidOf({ gtins, isTable, variant, avoid }) {
  const said = [];
  for (const gtin of gtins) {
    const statuses = await statusesIn(gtin);
    for (const [name, status] of Object.entries(statuses)) {
      const isMember = groupOf(name) !== name;
      // A table has no cells of members; cards name one where there is something to say of it.
      const isShown = status === 'declared-not-present' ? !isMember && variant !== 'badges' : !(isMember && isTable);
      if (isShown) said.push(`${name}: ${status}`);
    }
    for (const name of avoid) said.push(`${name} = ${statuses[name]}`);
  }
  return [...new Set(said)].sort();
}
