// Checks values against the interfaces of a declaration file. It reads the
// part of TypeScript that pkg/types/label.d.ts is written in, and refuses any other.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** Splits at a character outside of all brackets and quotes. */
function split(text, separator) {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const character of text) {
    if (character === "'") quoted = !quoted;
    if (!quoted && '{[(<'.includes(character)) depth += 1;
    if (!quoted && '}])>'.includes(character)) depth -= 1;
    if (!quoted && depth === 0 && character === separator) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The members of an object type: name to type. */
function membersOf(body) {
  return new Map(
    split(body, ';').map((member) => {
      const [, name, type] = /^(\w+): ([^]+)$/.exec(member) ?? assert.fail(`unread: ${member}`);
      return [name, type.trim()];
    }),
  );
}

/**
 * Gives `check(type, value, {all})`, which throws where the value is not of the
 * type; with `all` also where a list or an alternative of the type never
 * occurs in the value, so that a test cannot pass over what it does not have.
 */
export async function checker(file) {
  const text = (await readFile(file, 'utf8')).replace(/\/\*[^]*?\*\//g, '');
  const interfaces = new Map();
  for (const [, name, body] of text.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm)) {
    if (!name.endsWith('Options')) interfaces.set(name, membersOf(body));
  }
  const aliases = new Map();
  for (const [, name, type] of text.matchAll(/^export type (\w+) =((?:\{[^}]*\}|[^;{])*);/gm)) {
    aliases.set(name, type.trim());
  }
  assert.ok(interfaces.size > 30 && aliases.size > 5, 'the declarations were read');

  function check(type, value, path, seen) {
    const alternatives = split(type, '|');
    if (alternatives.length > 1) {
      const problems = [];
      for (const alternative of alternatives) {
        try {
          return check(alternative, value, path, seen);
        } catch (error) {
          problems.push(error.message);
        }
      }
      return assert.fail(`${path}: ${problems.join('; ')}`);
    }
    if (type.endsWith('[]')) {
      assert.ok(Array.isArray(value), `${path} is a list`);
      const element = type.slice(0, -2).replace(/^\((.*)\)$/, '$1');
      if (value.length > 0) seen.add(path.replace(/\[\d+\]/g, '[]'));
      value.forEach((it, index) => check(element, it, `${path}[${index}]`, seen));
      seen.lists.add(path.replace(/\[\d+\]/g, '[]'));
      return undefined;
    }
    if (type.startsWith('{')) return object(membersOf(type.slice(1, -1)), value, path, seen);
    if (type.startsWith('Open<')) return assert.equal(typeof value, 'string', path);
    if (/^'.*'$/.test(type)) return assert.equal(value, type.slice(1, -1), path);
    if (type === 'null') return assert.equal(value, null, path);
    if (type === 'unknown') return undefined;
    if (['string', 'number', 'boolean'].includes(type)) return assert.equal(typeof value, type, path);
    if (aliases.has(type)) return check(aliases.get(type).replace(/^\|/, ''), value, path, seen);
    assert.ok(interfaces.has(type), `${type} is declared`);
    return object(interfaces.get(type), value, path, seen);
  }

  function object(members, value, path, seen) {
    assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${path} is an object`);
    assert.deepEqual(Object.keys(value).sort(), [...members.keys()].sort(), `the keys of ${path}`);
    for (const [name, type] of members) check(type, value[name], `${path}.${name}`, seen);
  }

  return (type, value, { all = false } = {}) => {
    const seen = new Set();
    seen.lists = new Set();
    check(type, value, type, seen);
    if (!all) return;
    const never = [...seen.lists].filter((path) => !seen.has(path));
    // Members have no members of their own, and some lists need another product.
    // (An accreditation is nothing that an allergen could stand against.)
    const excused = /\.accreditations\[\]\.conflicts$|\.members\[\]\.(members|gluten|conflicts)$|\.facts\.(ingredients|nutrition|additives|details)$/;
    assert.deepEqual(never.filter((path) => !excused.test(path)), [], 'lists that are always empty');
  };
}
