// Bars for the README, in light and dark.

const STYLE = `text { font: 14px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 } .note { fill: #59636e; font-size: 12px }
rect { fill: #afb8c1 } .ours { fill: #1a7f37 }
@media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .note { fill: #9198a1 } rect { fill: #656c76 } .ours { fill: #3fb950 } }`;

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

/**
 * A picture of charts below one another: each has a `title` and `bars`, of `[name, figure, isOurs]`, where
 * the figure is a text that begins with a number.
 */
export function picture(note, charts) {
  const parts = [];
  let y = 24;
  for (const { title, bars } of charts) {
    parts.push(`<text class="title" x="8" y="${y}">${escaped(title)}</text>`);
    const valueOf = (figure) => Number.parseFloat(figure.replaceAll(',', ''));
    const most = Math.max(...bars.map(([, figure]) => valueOf(figure)));
    for (const [name, figure, isOurs] of bars) {
      y += 26;
      const width = Math.max(2, Math.round((valueOf(figure) / most) * 320));
      parts.push(`<text x="8" y="${y}">${escaped(name)}</text>`);
      parts.push(`<rect${isOurs ? ' class="ours"' : ''} x="270" y="${y - 13}" width="${width}" height="17" rx="2"/>`);
      parts.push(`<text x="${278 + width}" y="${y}">${escaped(figure)}</text>`);
    }
    y += 40;
  }
  parts.push(`<text class="note" x="8" y="${y - 8}">${escaped(note)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="${y + 4}" viewBox="0 0 720 ${y + 4}" role="img">
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
}
