// Documents as their parts: title, introduction, sections.

/** The anchor of a heading, as GitHub makes it, so that links work there and here. */
export const slugOf = (heading) =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** A line of Markdown without its marks. */
export const plain = (text) =>
  text
    .replace(/<!--.*?-->/g, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
    .replace(/\*\*?([^*]+)\*\*?/g, '$1');

/**
 * The pieces of a text that are prose, and those that are code: blocks between fences.
 * @param {string} text
 * @returns {{ text: string, isCode: boolean }[]}
 */
export function pieces(text) {
  const found = [];
  let lines = [];
  let fence;
  const end = (isCode) => {
    if (lines.length > 0) found.push({ text: lines.join(''), isCode });
    lines = [];
  };
  for (const line of text.match(/.*\n|.+$/g) ?? []) {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (!fence && mark) {
      end(false);
      fence = mark;
      lines.push(line);
    } else if (fence && mark?.startsWith(fence)) {
      lines.push(line);
      fence = undefined;
      end(true);
    } else {
      lines.push(line);
    }
  }
  end(fence !== undefined);
  return found;
}

/** Changes the prose of a text, and leaves its blocks of code as they are. */
export const mapProse = (text, change) =>
  pieces(text)
    .map((one) => (one.isCode ? one.text : change(one.text)))
    .join('');

/** Changes the prose of a text outside code of both kinds. */
export const mapPlain = (text, change) =>
  mapProse(text, (prose) =>
    prose
      .split(/(``.*?``|`[^`\n]*`)/)
      .map((part, index) => (index % 2 ? part : change(part)))
      .join(''),
  );

/**
 * The headings of a text.
 * @param {string} text
 * @returns {{ level: number, title: string, slug: string }[]}
 */
export function headingsOf(text) {
  const prose = pieces(text).filter(({ isCode }) => !isCode);
  const all = prose.flatMap((one) => Array.from(one.text.matchAll(/^(#{1,6}) +(.+)$/gm)));
  const seen = new Map();
  return all.map(([, marks, title]) => {
    const base = slugOf(title);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    return { level: marks.length, title: plain(title).trim(), slug: count ? `${base}-${count}` : base };
  });
}

/**
 * A document: what stands before its first section, and its sections.
 * @param {string} text
 */
export function readDocument(text) {
  const parts = [''];
  for (const { text: piece, isCode } of pieces(text)) {
    if (isCode) parts[parts.length - 1] += piece;
    else {
      for (const [index, part] of piece.split(/^(?=## )/m).entries()) {
        if (part.startsWith('## ')) parts.push(part);
        else parts[parts.length - 1] += index === 0 ? part : '';
      }
    }
  }
  const [head, ...sections] = parts;
  const [, title] = /^# +(.+)$/m.exec(head) ?? [];
  return {
    title: plain(title ?? '').trim(),
    heading: title ?? '',
    intro: head.replace(/^# .+\n+/m, ''),
    sections: sections.map((section) => {
      const [, heading] = /^## +(.+)$/m.exec(section);
      return { title: plain(heading).trim(), slug: slugOf(heading), text: section };
    }),
  };
}

/** A section as a document of its own: each heading one level up. */
export const asDocument = (section) => mapProse(section, (prose) => prose.replace(/^#(#+ )/gm, '$1'));

/** The first paragraph of a text in plain words, as the description of its page. */
export function descriptionOf(text) {
  const paragraphs = pieces(text)
    .filter(({ isCode }) => !isCode)
    .flatMap((one) => one.text.split(/\n{2,}/))
    .map((one) => one.trim());
  const first = paragraphs.find((one) => one && !/^(#|\||<|!\[|-|\d+\.)/.test(one));
  const [, item = ''] = /^(?:-|\d+\.) (.+(?:\n {2}.+)*)/m.exec(text) ?? [];
  const sentence = plain(first ?? item).replace(/\s+/g, ' ');
  if (sentence.length <= 200) return sentence;
  // Whole sentences where one ends soon enough, else whole words.
  const [whole] = /^.{40,200}\.(?= )/.exec(sentence) ?? [];
  return whole ?? `${sentence.slice(0, 190).replace(/\W*\s\S*$/, '')} …`;
}
