// Lists of all pages for programs that read: llms.txt, with a link to the Markdown of each.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the list of all pages. */
export async function writeIndexes(out, groups, { base, version }) {
  const line = ({ title, path, description }) =>
    `- [${title}](${base}${path}.md)${description ? `: ${description}` : ''}`;
  const parts = groups.map(({ title, summary, documents }) => {
    const pages = documents.flat();
    return `## ${title}\n${summary ? `${summary}\n\n` : ''}${pages.map(line).join('\n')}`;
  });
  const text = `# product-pool ${version}

> One HTML element, a client for TypeScript and Rust, Yew components and a gateway, which show a food's allergens,
> ingredients and nutrition as the manufacturer declared them. An allergen that is not stated is never shown as absent.

Each page is here as Markdown, at the address of its HTML with \`.md\` in place of \`.html\`.

${parts.join('\n\n')}
`;
  await writeFile(join(out, 'llms.txt'), text);
}
