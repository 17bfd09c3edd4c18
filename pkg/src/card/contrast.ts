// Tells developers of colours that a page sets both of, and that cannot be read on one another. Where it
// sets one of them, the styles choose the other.

import { report } from '../shared/report.js';

/** What WCAG asks of text. */
const LEAST = 4.5;

const PAIRS = [
  ...['text', 'muted', 'accent', 'contains', 'may-contain', 'not-stated'].map((name) => [name, 'background']),
  ['text', 'soft'],
];

/** The colours that were looked at: most cards of a page have the same. */
const known: Set<string> = new Set();

export function checkColours(root: ShadowRoot): void {
  const { host } = root;
  const style = getComputedStyle(host);
  const isSet = (name: string) => style.getPropertyValue(`--product-pool-${name}`) !== '';
  const pairs = PAIRS.filter((names) => names.every(isSet));
  const key = JSON.stringify(pairs.flat().map((name) => style.getPropertyValue(`--product-pool-${name}`)));
  if (pairs.length === 0 || known.has(key)) return;
  known.add(key);
  const shell = root.querySelector('.shell') as HTMLElement;
  const probe = document.createElement('span');
  const luminanceOf = (name: string) => {
    probe.style.color = `color(from var(--product-pool-${name}) xyz-d65 x y z)`;
    return Number(/^color\(xyz-d65 \S+ (\S+) [^/]*\)$/.exec(getComputedStyle(probe).color)?.[1]) + 0.05;
  };
  shell.append(probe);
  for (const [name, other] of pairs) {
    const [one, ground] = [name, other].map(luminanceOf);
    const ratio = Math.max(one, ground) / Math.min(one, ground);
    if (ratio < LEAST) report('contrast', { element: host.localName, name, other, value: ratio.toFixed(1) });
  }
  probe.remove();
}
