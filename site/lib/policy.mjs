// Pages without inline scripts and styles, which our content security policy forbids.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Styles of the generator's own parts, which style.css has too. */
const STYLES = [' style="position:relative;"', ' style="--vp-vh:0px;"', ' style=""'];

/** Moves each inline script of a page into a file that is named by its hash, and leaves styles to the style sheet. */
export function withoutInlineCode(html, { out, base }) {
  const unstyled = STYLES.reduce((text, style) => text.replaceAll(style, ''), html);
  return unstyled.replace(
    /<script(?![^>]*\s(?:src=|type="text\/json"))([^>]*)>([\s\S]*?)<\/script>/g,
    (_, attributes, code) => {
      const name = `assets/inline-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
      mkdirSync(join(out, 'assets'), { recursive: true });
      writeFileSync(join(out, name), code);
      return `<script${attributes.replace(/\sid="[^"]*"/, '')} src="${base}${name}"></script>`;
    },
  );
}
