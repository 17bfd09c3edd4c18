// Names that do not exist, and the ones that were probably meant.

/** The longest name that is compared letter by letter. */
const LONGEST = 60;

/**
 * A name without case and punctuation, so that `filter[changed_at]`,
 * `filter-changed-at` and `filterChangedAt` are alike.
 * @param {string} name
 */
const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * How many letters to insert, remove or replace: the Levenshtein distance.
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const letter of one) {
    const above = row;
    row = [/** @type {number} */ (above[0]) + 1];
    for (const [at, expected] of [...other].entries()) {
      const [replace = 0, remove = 0] = above.slice(at, at + 2);
      row.push(Math.min(remove + 1, /** @type {number} */ (row[at]) + 1, replace + Number(letter !== expected)));
    }
  }
  return /** @type {number} */ (row[other.length]);
}

/**
 * The known name that was probably meant; undefined if none is similar.
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {string | undefined}
 */
export function nearest(name, known) {
  const given = plain(name.slice(0, LONGEST));
  if (!given) return undefined;
  /** @type {string | undefined} */
  let best;
  let least = Math.ceil(given.length / 3) + 1;
  for (const candidate of known) {
    const far = distance(given, plain(candidate));
    if (far < least) [best, least] = [candidate, far];
  }
  // `status` stands for `filterStatus`, and `apiToken` for `token`.
  const contains = (/** @type {string} */ it) => plain(it).includes(given) || given.includes(plain(it));
  const shortest = (/** @type {string} */ a, /** @type {string} */ b) => a.length - b.length;
  return best ?? known.filter(contains).sort(shortest)[0];
}

/**
 * What to tell a developer about a name that does not exist.
 * @param {string} kind - What the name is of: `option`, `setting`.
 * @param {string} name
 * @param {readonly string[]} known
 */
export function unknownName(kind, name, known) {
  const meant = nearest(name, known);
  const shown = name.slice(0, LONGEST);
  if (!meant) return `there is no ${kind} ${shown}; there are ${known.join(', ')}`;
  if (plain(meant) === plain(shown)) return `${shown} is ${meant} here`;
  return `there is no ${kind} ${shown}; did you mean ${meant}?`;
}
