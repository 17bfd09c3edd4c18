// TypeScript that compiles if the declaration of the client has the methods,
// arguments and options of the library's table of operations, and no others.

import { readFile } from 'node:fs/promises';

const HEAD = `import type { CallOptions, PoolClient } from 'product-pool';
type Method = (...given: never[]) => unknown;
type Given<M extends Method> = Required<Parameters<M>>;
type Options<M extends Method> = Given<M> extends [...unknown[], infer L] ? NonNullable<L> : never;
type Filter<M extends Method> = Options<M> extends { filter?: infer F } ? NonNullable<F> : {};
type All<M extends Method> = Omit<Required<Options<M>>, 'filter'> & {
  [Name in keyof Filter<M> & string as \`filter.\${Name}\`]-?: Filter<M>[Name];
};
type Names<M extends Method> = Exclude<keyof All<M>, keyof CallOptions>;
type Arguments<M extends Method> = Given<M> extends [...infer A, unknown] ? A : never;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
`;

const ARGUMENTS = { Id: 'number', Text: 'string', Code: 'string', Gtin: 'string' };

/** The values that an option must take, as TypeScript. */
function values({ kind, words }) {
  switch (kind) {
    case 'Id':
    case 'Page':
    case 'Limit':
      return ['3', 'null'];
    case 'Flag':
      return ['true', 'false', 'null'];
    case 'Text':
      return ["'any text'", 'null'];
    case 'Word':
    case 'Words':
      return [...words.map((word) => `'${word}'`), 'null'];
    case 'DateComparison':
      return ["'eq:2024-10-12'", "'gt:2024-10-12'", "'lt:2024-10-12'", 'null'];
    default:
      throw new Error(`no value of the kind ${kind}`);
  }
}

/** The table of operations. */
export async function operations() {
  const file = new URL('../fixtures/operations.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** The text of the file. */
export function assertions(table) {
  const lines = table.flatMap(({ name, arguments: given, parameters }) => {
    const method = `PoolClient['${name}']`;
    const options = parameters.map(({ option }) => `'${option}'`).join(' | ') || 'never';
    const types = given.map(({ kind }) => ARGUMENTS[kind]).join(', ');
    return [
      `export const ${name}Options: Same<Names<${method}>, ${options}> = true;`,
      `export const ${name}Arguments: Same<Arguments<${method}>, [${types}]> = true;`,
      ...parameters.map(({ option, ...parameter }) => {
        const type = `All<${method}>['${option}'][]`;
        return `export const ${name}_${option.replace('.', '_')}: ${type} = [${values(parameter).join(', ')}];`;
      }),
    ];
  });
  return `${HEAD}${lines.join('\n')}\n`;
}
