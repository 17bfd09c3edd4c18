// The status of each allergen in a record. Positive evidence takes precedence, and
// an allergen that is not stated is never treated as absent.

import { ingredientList, textOf } from './rich-text.js';
import { allergens, freeFrom, glutenClaims } from './words.js';

/** The statuses in ascending order: the highest of all evidence applies. */
const RANK = ['not-present', 'not-stated', 'may-contain', 'contains'];
const rank = (status) => RANK.indexOf(status);
const positive = (status) => rank(status) > 1;

const DESCRIPTIONS = {
  contains: ['yes', 'y', 'true', 'contains', 'present'],
  'may-contain': ['may contain', 'may contain traces', 'may be present', 'traces', 'possible'],
  'not-present': ['no', 'n', 'does not contain', 'not present', 'free from'],
};

function classify(text) {
  const plain = text.replace(/\.+$/, '').trim().replace(/\s+/g, ' ').toLowerCase();
  const known = Object.entries(DESCRIPTIONS).find(([, words]) => words.includes(plain));
  return known?.[0] ?? 'not-stated';
}

/** Words before or after the name of an allergen that give it another meaning. */
const FALSE_BEFORE = {
  milk: 'coconut almond oat rice soya soy cashew hemp hazelnut',
  cream: 'coconut oat soya soy',
  butter: 'cocoa shea peanut almond cashew nut mango illipe',
  yoghurt: 'coconut soya soy oat',
  cheese: 'vegan',
  nut: 'pine tiger kola cola',
  nuts: 'pine tiger kola cola',
  mayonnaise: 'vegan',
};
const FALSE_AFTER = { cream: ['of tartar'], oyster: ['mushroom', 'mushrooms'], butter: ['bean', 'beans'] };

/** The allergens that a list names: `{ key, text, emphasised, mayContain }`. */
function mentions(runs) {
  const words = [];
  let gap = '.';
  for (const [text, emphasised] of runs) {
    for (const piece of text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []) {
      if (!/[\p{L}\p{N}]/u.test(piece)) {
        gap += piece;
      } else if (gap || !words.length) {
        words.push({ text: piece.toLowerCase(), shown: piece, emphasised, gap });
        gap = '';
      } else {
        const word = words.at(-1);
        word.text += piece.toLowerCase();
        word.shown += piece;
        word.emphasised ||= emphasised;
      }
    }
  }
  const close = (word) => /^[ \-'’]*$/.test(word.gap);
  const at = (start, phrase) =>
    phrase.split(' ').every((part, index) => {
      const word = words[start + index];
      return word?.text === part && (index === 0 || close(word));
    });
  const found = [];
  let mayContain = false;
  let without = false;
  for (let start = 0; start < words.length; start += 1) {
    if (/[.\n!;]/.test(words[start].gap)) mayContain = without = false;
    mayContain ||= at(start, 'may contain') || at(start, 'may also contain');
    without ||= at(start, 'free from') || at(start, 'does not contain');
    if (without) continue;
    for (const { key, words: names } of allergens) {
      const name = names.find((it) => at(start, it) && !isFalse(it));
      if (!name) continue;
      const named = words.slice(start, start + name.split(' ').length);
      const mention = {
        key,
        text: named.map((word) => word.shown).join(' '),
        emphasised: named.some((word) => word.emphasised),
        mayContain,
      };
      const same = (other) =>
        other.key === key &&
        other.emphasised === mention.emphasised &&
        other.mayContain === mayContain &&
        other.text.toLowerCase() === mention.text.toLowerCase();
      if (!found.some(same)) found.push(mention);
    }
    function isFalse(name) {
      const before = close(words[start]) && words[start - 1]?.text;
      const next = start + name.split(' ').length;
      return (
        (before && FALSE_BEFORE[name]?.split(' ').includes(before)) ||
        FALSE_AFTER[name]?.some((after) => at(next, after)) ||
        (words[next]?.text === 'free' && close(words[next]))
      );
    }
  }
  return found;
}

/** The facts on the 14 groups of Annex II, and the statements on the pack. */
export function allergenReport(components) {
  const lists = components.map((component) => mentions(ingredientList(component)));
  const groups = allergens
    .filter(({ key, group }) => key === group)
    .map((group) => {
      const members = allergens
        .filter((it) => it.group === group.key && it !== group)
        .map((member) => fact(member, components, lists, []));
      return fact(group, components, lists, members);
    });
  const statements = components.flatMap(({ allergens: section }, component) =>
    ['allergen_statement_on_pack', 'additional_allergen_information']
      .map((field) => ({ component, path: `components[${component}].allergens.${field}`, text: textOf(section?.[field]) }))
      .filter(({ text }) => text),
  );
  return { groups, statements };
}

function fact(allergen, components, lists, members) {
  const { key } = allergen;
  const evidence = components.flatMap(({ allergens: section }, component) => {
    const verbatim = textOf(section?.[`contains_${key}`]);
    const flag = {
      component,
      source: 'flag',
      path: `components[${component}].allergens.contains_${key}`,
      verbatim,
      risk: textOf(section?.[`contains_${key}_risk_source`]),
      status: classify(verbatim),
    };
    const named = lists[component]
      .filter((mention) => mention.key === key)
      .map(({ text, emphasised, mayContain }) => ({
        component,
        source: 'ingredients',
        path: `components[${component}].ingredients`,
        verbatim: text,
        named: !emphasised,
        status: mayContain ? 'may-contain' : emphasised ? 'contains' : 'not-stated',
      }));
    return [flag, ...named];
  });
  for (const member of members) {
    const relevant = member.evidence.filter((piece) => positive(piece.status) || piece.named);
    evidence.push(...relevant.map((piece) => ({ ...piece, source: 'flag', member })));
  }
  const status = evidence.reduce(
    (worst, piece) => (rank(piece.status) > rank(worst) ? piece.status : worst),
    evidence.length ? 'not-present' : 'not-stated',
  );
  return {
    ...allergen,
    status,
    positive: positive(status),
    evidence,
    conflicts: components.flatMap((component, index) => conflicts(key, evidence, component, index)),
    gluten: gluten(key, components),
    members: members.filter((member) => member.status !== 'not-stated'),
    components: [...new Set(evidence.filter((piece) => piece.status === status).map((piece) => piece.component))],
  };
}

function conflicts(key, evidence, component, index) {
  const own = evidence.filter((piece) => piece.component === index);
  const found = [];
  const add = (kind, path, verbatim) => {
    if (!found.some((known) => known.kind === kind)) found.push({ kind, component: index, path, verbatim });
  };
  if (own.some((piece) => piece.source === 'flag' && !piece.member && piece.status === 'not-present')) {
    for (const piece of own) {
      if (piece.member) add(`declared as not present, but declared under “${piece.member.name}”`, piece.path, piece.verbatim);
      else if (piece.source === 'ingredients') add('declared as not present, but listed in the ingredients', piece.path, piece.verbatim);
    }
  }
  if (own.some((piece) => positive(piece.status))) {
    for (const [claim, excluded] of Object.entries(freeFrom)) {
      const text = textOf(component.free_from?.[`free_from_${claim}`]);
      const claimed = ['contains', 'not-present'].includes(classify(text)) && !/^no?$/i.test(text);
      if (excluded === key && claimed) {
        add('contradicted by a free-from claim', `components[${index}].free_from.free_from_${claim}`, text);
      }
    }
  }
  return found;
}

/** Claims of at most 20 mg/kg gluten: shown beside the status, never merged with it. */
function gluten(key, components) {
  return components.flatMap(({ allergens: section }, component) =>
    glutenClaims
      .filter((cereal) => key === 'cereal' && textOf(section?.[`contains_${cereal}_gluten_20ppm`]))
      .map((cereal) => ({
        component,
        name: allergens.find((it) => it.key === cereal).name,
        text: textOf(section[`contains_${cereal}_gluten_20ppm`]),
      })),
  );
}
