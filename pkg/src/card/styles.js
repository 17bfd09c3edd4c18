// The card's styles: one text for the one style sheet that all cards adopt.

import { css as base } from '../shared/base-styles.js';

export const css = `${base}
.card {
  color: var(--_text);
  background: var(--_back);
  border: 1px solid var(--_line);
  border-radius: var(--product-pool-radius, 14px);
  overflow: hidden;
  min-block-size: var(--product-pool-min-height, 26rem);
  overflow-wrap: anywhere;
}
slot { display: contents; }
.head {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: .5rem 1.125rem;
  padding: 1.125rem 1.25rem;
  background: var(--_soft);
}
.picture {
  inline-size: 7rem;
  block-size: 7rem;
  border-radius: 10px;
  background: light-dark(#fff, #2a3330);
  border: 1px solid var(--_line);
  overflow: hidden;
  display: grid;
  place-items: center;
}
.picture .muted { padding: .25rem; text-align: center; font-size: .75rem; line-height: 1.3; }
.picture img { inline-size: 100%; block-size: 100%; object-fit: contain; display: block; }
.names { min-inline-size: 0; }
.maker { color: var(--_muted); font-size: .875rem; }
.name { font-weight: 650; }
.head .name, .failure .name { font-size: 1.3rem; line-height: 1.25; font-weight: 700; text-wrap: balance; }
.description { margin-block-start: .25rem; }
.numbers { display: flex; flex-wrap: wrap; gap: .125rem 1rem; margin-block-start: .5rem; font-size: .8125rem; }
.numbers div { display: flex; gap: .35rem; }
.numbers dt { color: var(--_muted); }
.numbers dd { font-variant-numeric: tabular-nums; }
.notices { display: grid; gap: .5rem; padding: .75rem 1.25rem; border-block-start: 1px solid var(--_line); }
.notice {
  padding: .5rem .75rem;
  border-inline-start: 4px solid var(--_may);
  background: var(--_may-back);
  border-radius: 6px;
  font-size: .9375rem;
}
.notice ul { padding-block: .25rem; display: grid; gap: .25rem; }
.notice[data-notice="recalled"] { border-color: var(--_contains); background: var(--_contains-back); }
.notice.remarks { border-color: var(--_unknown); background: var(--_unknown-back); font-size: .875rem; }
.verdict { padding: .75rem; border: 2px solid var(--_unknown); border-radius: 10px; }
.verdict[data-answer="contains"] { border-color: var(--_contains); }
.verdict[data-answer="may-contain"] { border-color: var(--_may); }
.verdict[data-answer="not-declared"] { border-color: var(--_line); }
.verdict .title { margin: 0; }
.verdicts { display: grid; gap: .125rem; }
.verdicts li { padding-inline-start: 1.5em; }
.verdicts .sign { display: inline-block; inline-size: 1.5em; margin-inline-start: -1.5em; font-weight: 600; }
.verdicts [data-answer="contains"] { color: var(--_contains); font-weight: 600; }
.verdicts [data-answer="may-contain"] { color: var(--_may); font-weight: 600; }
.verdicts [data-answer="not-stated"], .verdicts [data-answer="unknown"] { color: var(--_unknown); }
.panel { padding: 1.125rem 1.25rem; border-block-start: 1px solid var(--_line); }
.panel > details > summary, .provenance > summary, .remarks > summary {
  cursor: pointer;
  min-block-size: 24px;
  list-style: none;
  display: flex;
  gap: .5rem;
  align-items: center;
}
.panel > details > summary { margin: -1.125rem -1.25rem; padding: 1.125rem 1.25rem; }
.panel > details[open] > summary { margin-block-end: 0; padding-block-end: .5rem; }
summary::-webkit-details-marker { display: none; }
.panel > details > summary::after, .provenance > summary::before, .remarks > summary::before {
  content: "";
  flex: none;
  inline-size: .5rem;
  block-size: .5rem;
  border: solid currentColor;
  border-width: 0 2px 2px 0;
  rotate: 45deg;
  translate: 0 -.125rem;
}
.panel > details > summary::after { margin-inline-start: auto; }
details[open] > summary::after, .provenance[open] > summary::before, .remarks[open] > summary::before { rotate: 225deg; translate: 0 .125rem; }
.panel summary .title { margin: 0; }
.title { font-size: 1.0625rem; font-weight: 700; margin-block-end: .5rem; }
.subtitle { font-size: .9375rem; font-weight: 650; margin-block: .75rem .375rem; color: var(--_accent); }
.muted, .portion, .share { color: var(--_muted); font-size: .875rem; }
.panel > div, .panel > details > div, .component > div { display: grid; gap: .5rem; grid-template-columns: minmax(0, 1fr); }
.component + .component { margin-block-start: .75rem; }
.statement { padding: .5rem .75rem; background: var(--_soft); border-radius: 6px; font-size: .9375rem; }
.allergens { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: .5rem; }
.allergens > li { padding: .5rem .625rem; border: 1px solid var(--_line); border-radius: 8px; min-inline-size: 0; }
.allergens > li[data-status="contains"] { border-color: var(--_contains); }
.allergens > li[data-status="may-contain"] { border-color: var(--_may); }
.allergens > li[data-status="not-stated"] { border-style: dashed; border-color: var(--_unknown); }
.line { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: center; }
/* A sign that does not fit beside its name goes below; no name breaks for it. */
.line > .name { flex: 1 1 auto; overflow-wrap: break-word; }
.badge {
  display: inline-flex;
  gap: .35em;
  align-items: center;
  flex-wrap: wrap;
  padding: .0625rem .5rem;
  border-radius: 1rem;
  font-size: .8125rem;
  font-weight: 650;
  background: var(--_absent-back);
  color: var(--_text);
}
.badge.contains { background: var(--_contains-back); color: var(--_contains); }
.badge.may-contain { background: var(--_may-back); color: var(--_may); }
.badge.not-stated { background: var(--_unknown-back); color: var(--_unknown); }
.members { margin-block-start: .375rem; padding-inline-start: .625rem; border-inline-start: 2px solid var(--_line); display: grid; gap: .25rem; }
.members .name { font-weight: 500; margin-inline-end: .5rem; }
.detail { font-size: .875rem; margin-block-start: .25rem; }
.conflict .sign { margin-inline-end: .35em; }
.conflict { color: var(--_contains); font-weight: 600; }
.provenance { font-size: .8125rem; color: var(--_muted); }
.provenance dl { margin-block-start: .375rem; }
.provenance dt { font-weight: 650; margin-block-start: .375rem; color: var(--_text); }
.provenance code { font-size: .75rem; background: var(--_soft); padding: 0 .25rem; border-radius: 4px; }
.facts { display: grid; gap: .25rem; font-size: .9375rem; }
.facts > div { display: grid; grid-template-columns: minmax(6rem, 12rem) 1fr; gap: .25rem 1rem; padding-block: .125rem; border-block-end: 1px solid var(--_line); }
.facts dt { color: var(--_muted); }
.facts dd > .facts + .facts { margin-block-start: .75rem; }
.facts dd > .facts > div { grid-template-columns: minmax(5rem, 8rem) 1fr; }
.claims { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: .5rem 1rem; }
.claims .line { display: flex; gap: .4rem; align-items: baseline; }
.claims .name { font-weight: 600; }
.lights { display: flex; flex-wrap: wrap; gap: .5rem; }
.lights li { flex: 1 1 6.5rem; display: grid; justify-items: center; align-content: start; gap: .125rem; padding: .5rem; border-radius: 10px; border: 2px solid; text-align: center; color: #111; }
.lights .muted { color: inherit; }
.lights [data-level="low"] { background: #c9ecbd; border-color: #2f7a1f; }
.lights [data-level="medium"] { background: #ffe0a6; border-color: #9a6200; }
.lights [data-level="high"] { background: #ffc4bd; border-color: #a61b12; }
.lights .name { text-transform: capitalize; }
.gallery { display: grid; gap: .5rem; justify-items: start; }
button.zoom, button.thumbnail { padding: 0; border: 1px solid var(--_line); background: light-dark(#fff, #2a3330); cursor: zoom-in; display: block; border-radius: 10px; overflow: hidden; }
button.zoom { max-inline-size: 100%; }
button.zoom img { inline-size: 15rem; max-inline-size: 100%; block-size: auto; aspect-ratio: 1; object-fit: contain; display: block; }
.thumbnails { display: flex; flex-wrap: wrap; gap: .375rem; }
button.thumbnail { cursor: pointer; min-block-size: 0; }
button.thumbnail[aria-current] { outline: 3px solid var(--_accent); outline-offset: 1px; }
button.thumbnail img { inline-size: 3.5rem; block-size: 3.5rem; object-fit: contain; display: block; }
dialog.zoomed { inline-size: min(96vw, 80rem); max-inline-size: none; max-block-size: 96vh; padding: 1rem; border: 1px solid var(--_line); border-radius: 14px; background: var(--_back); color: var(--_text); }
dialog.zoomed:not([open]) { display: none; }
dialog.zoomed[open] { display: grid; gap: .75rem; justify-items: center; }
dialog.zoomed img { max-inline-size: 100%; max-block-size: 80vh; inline-size: auto; block-size: auto; object-fit: contain; }
dialog::backdrop { background: rgb(0 0 0 / .6); }
[data-notice="changed"] { padding: .75rem 1.25rem; border-block-start: 1px solid var(--_line); }
.ingredients strong { font-weight: 750; }
/* The supplier's words have the direction of their own language, at the card's side. */
.card { text-align: left; }
.card[dir="rtl"] { text-align: right; }
.head .name, .maker, .description, .numbers dd, .ingredients, .ingredients + .muted, .facts dd, .provenance code, .said, q {
  unicode-bidi: plaintext;
}
.scroll { overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; font-size: .9375rem; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: .3rem .5rem .3rem 0; border-block-end: 1px solid var(--_line); vertical-align: baseline; overflow-wrap: normal; }
thead th { font-size: .8125rem; color: var(--_muted); font-weight: 600; }
thead .portion { display: block; font-weight: 400; }
tbody th { font-weight: 600; }
tr.part th { font-weight: 400; padding-inline-start: 1rem; }
th.group { padding-block-start: .75rem; color: var(--_accent); }
td .share { margin-inline-start: .5rem; white-space: nowrap; }
.figure { white-space: nowrap; }
.failure { padding: 2rem 1.25rem; display: grid; gap: .75rem; justify-items: center; text-align: center; }
.failure > p { max-inline-size: 34rem; text-wrap: balance; }
/* As tall as the skeleton was, so that nothing moves; what is told stands in the middle. */
.card:not([data-state="ready"]):has(.failure) { display: grid; align-content: center; }
button {
  font: inherit;
  font-weight: 600;
  min-block-size: 44px;
  padding-inline: 1.25rem;
  border-radius: 8px;
  border: 1px solid var(--_accent);
  background: var(--_accent);
  color: var(--_back);
  cursor: pointer;
}
a { color: var(--_accent); font-weight: 600; }
.card:focus { outline: none; }
.card:focus-visible { outline: 3px solid var(--_accent); outline-offset: -3px; }
a:focus-visible, button:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; }
/* The bars of cards far away do not move: of a hundred that takes every frame's time. */
.skeleton { padding: 1.125rem 1.25rem; display: grid; gap: .875rem; content-visibility: auto; }
.skeleton .head { padding: 0; background: none; }
.skeleton .names { display: grid; gap: .75rem; align-content: center; }
.skeleton .picture { place-items: stretch; }
.bar { block-size: 1.125rem; inline-size: 55%; border-radius: 6px; background: var(--_soft); animation: pulse 1.4s ease-in-out infinite alternate; }
.bar.wide { inline-size: 90%; }
.picture.bar { inline-size: 7rem; block-size: 7rem; }
@keyframes pulse { to { opacity: .5; } }
.visually-hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@container (max-width: 26rem) {
  .head { grid-template-columns: 1fr; }
  .head .picture { inline-size: 6rem; block-size: 6rem; }
  td .share { display: block; margin-inline-start: 0; }
  .facts > div, .facts dd > .facts > div { grid-template-columns: 1fr; gap: 0; }
  table, .facts { font-size: .875rem; }
  th, td { padding-inline-end: .25rem; }
  thead th, td .share { font-size: .75rem; }
  tr.part th { padding-inline-start: .5rem; }
}
/* The images beside the one that is shown, where there is room. */
@container (min-width: 36rem) {
  .panel > .gallery { grid-template: auto 1fr / auto 1fr; column-gap: 1.125rem; }
  .gallery .zoom { grid-row: 1 / 3; }
}
@media (prefers-reduced-motion: reduce) { .bar { animation: none; } }
@media (forced-colors: active) {
  .badge, .bar, .allergens > li, .notice, .statement, .verdict, .lights li { border: 1px solid CanvasText; }
}
@media print {
  :host { font-size: 10pt; }
  :host, .shell { color-scheme: light !important; }
  .card { border: 0; border-radius: 0; min-height: 0; overflow: visible; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .panel > details > summary::after, button, dialog, [data-panel="gallery"] { display: none; }
  .panel, .component, tr, .allergens > li, .facts > div { break-inside: avoid; }
  .title, .subtitle { break-after: avoid; }
  .scroll { overflow: visible; }
  .badge, .lights li, .notice { print-color-adjust: exact; }
}
`;
