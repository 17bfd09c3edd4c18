// The styles of the matrix and of the changes: one text for the style sheet
// that they adopt. The custom properties are the card's.

import { css as base } from '../shared/base-styles.js';

export const css = `${base}
.view {
  color: var(--_text);
  background: var(--_back);
  border: 1px solid var(--_line);
  border-radius: var(--product-pool-radius, 14px);
  padding: 1rem 1.25rem;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: .75rem;
  overflow-wrap: anywhere;
}
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; }
.title { font-size: 1.125rem; font-weight: 700; }
.subtitle { font-size: 1rem; font-weight: 650; color: var(--_accent); }
.muted { color: var(--_muted); font-size: .875rem; font-weight: 400; }
button {
  font: inherit;
  font-weight: 600;
  min-block-size: 2.5rem;
  padding-inline: 1rem;
  border-radius: 8px;
  border: 1px solid var(--_accent);
  background: var(--_accent);
  color: var(--_back);
  cursor: pointer;
}
button:disabled { background: none; color: var(--_muted); border-color: var(--_line); cursor: default; }
button:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; }
summary { cursor: pointer; min-block-size: 24px; }
table { border-collapse: separate; border-spacing: 0; font-size: .9375rem; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-weight: 650; padding-block-end: .5rem; }
th, td { text-align: start; vertical-align: top; padding: .375rem .5rem; border-block-end: 1px solid var(--_line); overflow-wrap: normal; }
thead th { font-size: .8125rem; color: var(--_muted); font-weight: 600; }
/* What is hidden in a cell scrolls with it. */
.scroll { overflow: auto; position: relative; }
.matrix .scroll { max-block-size: var(--product-pool-matrix-height, 85vh); border-block-end: 1px solid var(--_line); }
.matrix thead th { position: sticky; inset-block-start: 0; background: var(--_back); z-index: 1; vertical-align: bottom; text-align: center; }
.matrix thead th > span { writing-mode: vertical-rl; transform: rotate(180deg); max-inline-size: 9.5rem; text-align: start; }
.matrix tbody th { position: sticky; inset-inline-start: 0; background: var(--_back); min-inline-size: 9rem; max-inline-size: 16rem; font-weight: 600; overflow-wrap: anywhere; }
.matrix thead th.corner { inset-inline-start: 0; z-index: 2; text-align: start; }
.matrix td { text-align: center; border-inline-start: 1px solid var(--_line); min-inline-size: 3.25rem; }
.matrix td.row { text-align: start; }
.sign { display: block; font-size: 1.125rem; line-height: 1.25; font-weight: 700; }
.members { font-size: .75rem; line-height: 1.3; }
[data-status="contains"] { background: var(--_contains-back); color: var(--_contains); }
[data-status="may-contain"] { background: var(--_may-back); color: var(--_may); }
[data-status="not-stated"] { background: var(--_unknown-back); color: var(--_unknown); }
.conflict { font-weight: 700; }
.failure { color: var(--_contains); }
.legend { display: flex; flex-wrap: wrap; gap: .375rem 1.25rem; font-size: .875rem; }
.legend > div { display: flex; gap: .5rem; align-items: center; }
.legend dt { min-inline-size: 1.75rem; text-align: center; border-radius: 4px; }
.changes section { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; border-block-start: 1px solid var(--_line); padding-block-start: .75rem; }
.allergens { display: grid; gap: .5rem; }
.allergens > li { padding: .5rem .75rem; border: 1px solid var(--_line); border-inline-start-width: 4px; border-radius: 8px; }
.allergens > li[data-direction="became-positive"], .allergens > li[data-direction="raised"] { border-color: var(--_contains); }
.allergens > li[data-direction="became-unstated"] { border-color: var(--_unknown); border-style: dashed; }
.allergens > li[data-direction="lowered"] { border-color: var(--_may); }
.line { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: baseline; }
.name { font-weight: 700; }
.badge { padding: .0625rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 650; background: var(--_soft); }
.badge[data-status="contains"] { background: var(--_contains-back); }
.badge[data-status="may-contain"] { background: var(--_may-back); }
.badge[data-status="not-stated"] { background: var(--_unknown-back); }
ins, del { text-decoration-thickness: 2px; border-radius: 3px; padding-inline: .125rem; }
ins { text-decoration-line: underline; background: light-dark(#dff3e8, #163a2c); }
del { text-decoration-line: line-through; background: light-dark(#fde8e6, #4a1916); }
.text { white-space: pre-line; }
code { font-size: .8125rem; font-weight: 400; overflow-wrap: anywhere; background: var(--_soft); padding: 0 .25rem; border-radius: 4px; }
.visually-hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@container (max-width: 30rem) {
  .view { padding: .75rem; }
  .matrix tbody th { min-inline-size: 7rem; max-inline-size: 7.5rem; font-size: .875rem; }
}
@media (forced-colors: active) {
  .badge, .legend dt { border: 1px solid CanvasText; }
  .matrix td[data-status="not-stated"] { outline: 1px dashed CanvasText; outline-offset: -3px; }
}
@media print {
  .view { border: none; padding: 0; }
  button { display: none; }
  .matrix .scroll { max-block-size: none; overflow: visible; }
  .matrix thead th, .matrix tbody th { position: static; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  table { font-size: 8pt; }
  .members, .matrix .muted { font-size: 6.5pt; }
  .matrix thead th { font-size: 7pt; }
  th, td { padding: .125rem .25rem; }
  .matrix td, .legend dt, .badge { print-color-adjust: exact; }
}
`;
