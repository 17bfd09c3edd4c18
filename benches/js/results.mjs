// What RESULTS.md says, and what documents quote of it: a link whose text is the figure, to the section
// it stands in, with its row and column as the title:
//
//     [746 ms](benches/RESULTS.md#first-visit "card, drawn: complete")

const QUOTE = /\[([^\]]+)\]\(((?:[\w./-]+\/)?RESULTS\.md)#([\w-]+) "([^"]+): ([^":]+)"\)/g;

const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** The figures by section (its anchor), row and column. */
export function figuresIn(results) {
  const figures = {};
  let [section, columns] = [];
  for (const line of results.split('\n')) {
    if (line.startsWith('## ')) section = figures[line.slice(3).toLowerCase().replaceAll(' ', '-')] ??= {};
    if (!line.startsWith('|')) columns = undefined;
    else if (!columns) columns = cellsOf(line);
    else if (section && !line.startsWith('| ---')) {
      const [row, ...cells] = cellsOf(line);
      section[row] = Object.fromEntries(cells.map((cell, at) => [columns[at + 1], cell]));
    }
  }
  return figures;
}

/** The quotations of a document: what each says, and what it quotes. */
export const quotesIn = (text) =>
  [...text.matchAll(QUOTE)].map(([, said, , section, row, column]) => ({ said, section, row, column }));

/** The document with the figures as they are now; one that is no longer there stays. */
export const requote = (text, figures) =>
  text.replace(QUOTE, (whole, said, file, section, row, column) => {
    const now = figures[section]?.[row]?.[column];
    return now === undefined ? whole : whole.replace(`[${said}]`, `[${now}]`);
  });
