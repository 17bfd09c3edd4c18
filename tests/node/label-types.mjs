// Checks values against the package's declarations: the compiler reads each as a
// literal of its type, and complains of members that are missing, not declared or
// of another type.

import { makeProject } from '../types/compile.mjs';

/**
 * The compiler's complaints about pairs of a type of 'product-pool/label' and a
 * value that should be of it: `{line, code, text}`, the pairs' lines counting from 2.
 */
export async function complaints(pairs) {
  const names = [...new Set(pairs.map(([type]) => type))];
  const literals = pairs.map(
    ([type, value], index) => `export const value${index}: ${type} = ${JSON.stringify(value)};\n`,
  );
  const text = `import type { ${names.join(', ')} } from 'product-pool/label';\n${literals.join('')}`;
  const project = await makeProject();
  try {
    return await project.compile({ 'values.ts': text });
  } finally {
    await project.remove();
  }
}

/** The paths of lists in a value that have no element anywhere in it. */
export function emptyLists(value) {
  const lists = new Map();
  const walk = (value, path) => {
    if (Array.isArray(value)) {
      lists.set(path, lists.get(path) || value.length > 0);
      for (const element of value) walk(element, `${path}[]`);
    } else if (value !== null && typeof value === 'object') {
      for (const [name, member] of Object.entries(value)) walk(member, path ? `${path}.${name}` : name);
    }
  };
  walk(value, '');
  return [...lists].filter(([, filled]) => !filled).map(([path]) => path);
}
