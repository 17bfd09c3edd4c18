// Pages by their style sheets, and what they set on the root element.

/** @type {Record<string, import('./rows.js').Row>} */
export const STYLES = {
  'root font of 62.5 %': { css: 'html { font-size: 62.5%; } body { font-size: 1.6rem; }' },
  'root font by the window': { css: 'html { font-size: calc(100vw / 375 * 100); } body { font-size: .16rem; }' },
  'small root font': { css: 'html { font-size: 9px; }' },
  'large root font': { css: 'html { font-size: 200%; }' },
  'font of no size': { css: 'body { font-size: 0; }' },
  normalize: {
    css: `html { line-height: 1.15; -webkit-text-size-adjust: 100%; } body { margin: 0; }
      summary { display: list-item; } template, [hidden] { display: none; } b, strong { font-weight: bolder; }`,
  },
  'reset by Meyer': {
    css: `html, body, * { margin: 0; padding: 0; border: 0; font-size: 100%; font: inherit; vertical-align: baseline; }
      body { line-height: 1; } ol, ul { list-style: none; } table { border-collapse: collapse; border-spacing: 0; }`,
  },
  'reset by all: revert': { css: '*:where(:not(html, iframe, canvas, img, svg, video, audio)) { all: revert; }' },
  'reset by all: unset': { css: '*:where(:not(html, head, head *, body, script)) { all: unset; display: revert; }' },
  'sizes of boxes': { css: '* { box-sizing: content-box !important; min-width: 0; max-width: 100%; }' },
  Bootstrap: {
    css: `*, ::before, ::after { box-sizing: border-box; }
      body { margin: 0; font: 400 1rem/1.5 system-ui, sans-serif; color: #212529; background: #fff;
        -webkit-tap-highlight-color: transparent; }
      .card { display: flex; flex-direction: column; min-width: 0; word-wrap: break-word; border: 1px solid #0002; }
      .row { display: flex; flex-wrap: wrap; margin-inline: -12px; }
      .row > * { flex-shrink: 0; width: 100%; max-width: 100%; padding-inline: 12px; }
      .badge { font-size: .75em; font-weight: 700; color: #fff; text-align: center; white-space: nowrap; }`,
    html: '<div class="row"><div class="card"><span class="badge">{}</span></div></div>',
  },
  Tailwind: {
    css: `*, ::before, ::after { box-sizing: border-box; border: 0 solid #e5e7eb; margin: 0; padding: 0; }
      html { line-height: 1.5; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif; }
      h1, h2, h3 { font-size: inherit; font-weight: inherit; } ol, ul, menu { list-style: none; }
      img, svg, video { display: block; vertical-align: middle; max-width: 100%; height: auto; }
      .truncate { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }`,
    html: '<div class="truncate">{}</div>',
  },
  'WordPress block theme': {
    css: `:where(.is-layout-flex) { gap: .5em; } body .is-layout-flex { display: flex; flex-wrap: wrap; align-items: center; }
      .is-layout-flex > :is(*, div) { margin: 0; }
      .is-layout-constrained > :where(:not(.alignleft)) { max-width: 620px; margin-inline: auto !important; }
      .entry * { line-height: 1.1; letter-spacing: -.02em; word-break: normal; overflow-wrap: break-word; }`,
    html: '<div class="entry is-layout-constrained"><div class="is-layout-flex">{}</div></div>',
  },
  'sheet for mails': {
    css: 'table, td, div, a { font-size: 10px; line-height: 10px; mso-line-height-rule: exactly; color: #999; }',
    html: '<table width="600" cellpadding="0" cellspacing="0"><tr><td align="center">{}</td></tr></table>',
  },
  'no wrapping': { css: 'body { white-space: nowrap; text-overflow: ellipsis; }' },
  'capitals, bold and wide': {
    css: 'body { text-transform: uppercase; font-weight: 900; letter-spacing: .3em; font-style: italic; }',
  },
  'thin and centred': { css: 'body { font-weight: 100; text-align: center; line-height: 0; text-indent: 3em; }' },
  'text of a gradient': {
    css: 'body { background: linear-gradient(red, blue) text; -webkit-text-fill-color: transparent; color: transparent; }',
  },
  'broken words': { css: 'body { word-break: break-all; hyphens: auto; line-break: anywhere; }' },
  'right to left': { root: { dir: 'rtl' } },
  'vertical lines': { css: 'main { writing-mode: vertical-rl; height: 100vh; }', turned: true },
  'sideways letters': { css: 'html { writing-mode: vertical-lr; text-orientation: upright; }', turned: true },
  'white page, dark system': {
    css: 'body { background: #fff; color: #222; }',
    media: { colorScheme: 'dark' },
    is: 'light',
  },
  'light only, dark system': { css: ':root { color-scheme: light; }', media: { colorScheme: 'dark' }, is: 'light' },
  'both, dark system': { css: ':root { color-scheme: light dark; }', media: { colorScheme: 'dark' }, is: 'dark' },
  'dark page, light system': {
    css: ':root { color-scheme: dark; } body { background: #111; color: #eee; }',
    is: 'dark',
  },
  'dark page that says so nowhere': { css: 'body { background: #111; color: #eee; }' },
  'dark scheme, white tile': {
    css: ':root { color-scheme: dark; } body { background: #111; } .tile { background: #fff; color: #222; }',
    html: '<div class="tile">{}</div>',
  },
  'dark section': {
    css: '.dark { color-scheme: dark; background: #000; color: #fff; }',
    html: '<div class="dark">{}</div>',
    is: 'dark',
  },
  'forced colours': { media: { forcedColors: 'active' } },
  'forced colours, dark': { media: { forcedColors: 'active', colorScheme: 'dark' } },
  'more contrast, less motion': { media: { contrast: 'more', reducedMotion: 'reduce' } },
  'elements without a box': {
    css: 'product-pool-card, product-pool-matrix, product-pool-changes { display: contents; }',
  },
  'inline elements': {
    css: 'main * { display: inline !important; }',
  },
  'elements as flex boxes': { css: 'main > * > * { display: flex !important; flex-direction: row; gap: 3em; }' },
  zoomed: { css: 'main { zoom: 1.5; }', room: 200 },
  'everything moves': { css: '*, ::before, ::after { transition: all .2s; animation: none !important; }' },
  'narrow tiles': { css: 'main > div { width: 160px; overflow: hidden; }', room: 160 },
  'side by side': {
    css: `.row { height: 9000px; }
      .place { position: absolute; top: 0; left: 0; width: 390px; }
      ${[1, 2, 3, 4, 5, 6, 7].map((at) => `.place:nth-child(${at + 1}) { left: ${at * 400}px; }`).join(' ')}`,
    page: '<main class="row">{}</main>',
    html: '<div class="place">{}</div>',
  },
  'sticky header': {
    css: 'header { position: sticky; top: 0; z-index: 9; height: 64px; } html { scroll-padding-top: 64px; }',
    page: '<header>Shop</header><main>{}</main>',
  },
  carousel: {
    css: `.track { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; }
      .slide { flex: 0 0 100%; scroll-snap-align: start; overflow: hidden; }`,
    page: '<main class="track">{}</main>',
    html: '<div class="slide">{}</div>',
    hides: true,
  },
  'carousel by transforms': {
    css: `.view { overflow: hidden; } .track { display: flex; transform: translate3d(0, 0, 0); transition: transform .3s; }
      .slide { flex: none; width: 100%; }`,
    page: '<div class="view"><main class="track">{}</main></div>',
    html: '<div class="slide">{}</div>',
    hides: true,
  },
  'masonry of columns': { css: 'main { columns: 320px; } main > * { break-inside: avoid; }' },
};
