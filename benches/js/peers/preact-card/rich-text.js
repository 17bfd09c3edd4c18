// A supplier's HTML as runs of plain text, some of them emphasised. The
// browser's own parser reads it into a document without scripts; nothing of the
// markup gets from there to the page.

const DROPPED = 'script,style,template,iframe,noscript,svg,math';
const EMPHASIS = /^(B|STRONG|I|EM|U)$/;
const LINES = /^(P|DIV|LI|TR)$/;

/** The runs `[text, emphasised]` of a text with markup. */
export function richText(html) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  const runs = [];
  const walk = (node, emphasised) => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) push(runs, child.data, emphasised);
      else if (child.nodeName === 'BR') push(runs, '\n', false);
      else if (child.nodeType === 1) {
        walk(child, emphasised || EMPHASIS.test(child.nodeName));
        if (LINES.test(child.nodeName)) push(runs, '\n', false);
      }
    }
  };
  walk(body, false);
  return tidy(runs);
}

/** The same of plain text, in which words in capitals stand for emphasis. */
function capitals(text) {
  const runs = [];
  const shouting = text === text.toUpperCase();
  for (const piece of text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []) {
    push(runs, piece, !shouting && /^\p{Lu}{2,}$/u.test(piece));
  }
  return tidy(runs);
}

/** A component's list: formatted, else with capitals, else plain. */
export function ingredientList({ ingredients: section } = {}) {
  const formatted = richText(textOf(section?.formatted_ingredients));
  if (formatted.length) return formatted;
  for (const field of ['ingredients', 'plaintext_ingredients']) {
    const runs = richText(textOf(section?.[field]));
    if (runs.some(([, emphasised]) => emphasised)) return runs;
    if (runs.length) return capitals(runs.map(([text]) => text).join(''));
  }
  return [];
}

/** A value's text, trimmed; of an object its description. */
export function textOf(value) {
  const plain = value !== null && typeof value === 'object' ? value.description : value;
  return plain === null || plain === undefined ? '' : String(plain).trim();
}

function push(runs, text, emphasised) {
  const last = runs.at(-1);
  if (last && last[1] === emphasised) last[0] += text;
  else if (text) runs.push([text, emphasised]);
}

/** White space folded, line breaks kept, no control or direction marks. */
function tidy(runs) {
  let last = '\n';
  const tidied = [];
  for (const [text, emphasised] of runs) {
    let kept = '';
    for (const character of text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')) {
      const next = character !== '\n' && /\s/.test(character) ? ' ' : character;
      if ((next === ' ' || next === '\n') && (last === '\n' || last === next)) continue;
      kept += next;
      last = next;
    }
    if (kept) tidied.push([kept, emphasised]);
  }
  while (tidied.length && !(tidied.at(-1)[0] = tidied.at(-1)[0].trimEnd())) tidied.pop();
  return tidied;
}
