// Names that do not exist, and the ones that were probably meant. The client and the label, which
// refuse options at once, import it too.

/** The longest name that is compared letter by letter. */
const LONGEST = 60;

/**
 * A name without case and punctuation, so that `filter[changed_at]`,
 * `filter-changed-at` and `filter.changedAt` are alike.
 */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The most letters that may differ. */
const MOST_EDITS = 6;

/** Whether one text becomes another by inserting, removing or replacing at most so many letters. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  if (edits === 0) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  /** @param a - @param {number} b - How many letters more each leaves out. */
  const without = (a: number, b: number) => isNear(one.slice(at + a), other.slice(at + b), edits - 1);
  return without(1, 1) || without(1, 0) || without(0, 1);
}

/** The known name that was probably meant; undefined if none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const given = plain(name.slice(0, LONGEST));
  if (!given) return undefined;
  for (let edits = 0; edits <= Math.min(Math.ceil(given.length / 3), MOST_EDITS); edits += 1) {
    const found = known.find((it) => isNear(given, plain(it), edits));
    if (found) return found;
  }
  // `status` stands for `filter.status`, and `apiToken` for `token`, but `token` not for `to`.
  const contains = (it: string) => plain(it).includes(given) || (plain(it).length > 3 && given.includes(plain(it)));
  return known.filter(contains).sort((a, b) => a.length - b.length)[0];
}

/**
 * The message to a developer about a name that does not exist.
 *
 * @param kind - What the name is of: `option`.
 */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const shown = name.slice(0, LONGEST);
  if (!meant) return `there is no ${kind} ${shown}; there are ${known.join(', ')}`;
  if (plain(meant) === plain(shown)) return `${shown} is ${meant} here`;
  return `there is no ${kind} ${shown}; did you mean ${meant}?`;
}
