// What the styles of all elements begin with: colours, font, and the page's
// defaults taken back. Every colour is a custom property, so a shop can set its
// own; the defaults meet WCAG 2.2 AA on their backgrounds in light and in dark.

export const css = `
:host {
  display: block;
  container-type: inline-size;
  color-scheme: light dark;
  --_text: var(--product-pool-text, light-dark(#1c2321, #eef2f0));
  --_muted: var(--product-pool-muted, light-dark(#50605a, #a9b8b2));
  --_back: var(--product-pool-background, light-dark(#ffffff, #161c1a));
  --_soft: var(--product-pool-soft, light-dark(#f2f5f3, #212927));
  --_line: var(--product-pool-line, light-dark(#d5ddd9, #38433f));
  --_accent: var(--product-pool-accent, light-dark(#14614a, #7fd6b5));
  --_contains: var(--product-pool-contains, light-dark(#9b1c1c, #ffb3ab));
  --_contains-back: light-dark(#fde8e6, #4a1916);
  --_may: var(--product-pool-may-contain, light-dark(#7a4300, #ffd08a));
  --_may-back: light-dark(#fff0d6, #46300b);
  --_unknown: var(--product-pool-not-stated, light-dark(#3c3f6b, #c9ccff));
  --_unknown-back: light-dark(#ececf9, #2b2d4d);
  --_absent-back: light-dark(#eef1f0, #262f2c);
  font-family: var(--product-pool-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
  line-height: 1.5;
}
:host([hidden]), [hidden] { display: none !important; }
.shell[data-theme="light"] { color-scheme: light; }
.shell[data-theme="dark"] { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
p, ul, dl, dd, h1, h2, h3, h4, h5, h6 { margin: 0; padding: 0; font-size: inherit; }
ul { list-style: none; }
`;
