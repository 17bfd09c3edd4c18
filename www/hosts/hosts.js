// Shows one host in a frame; the address keeps which.

import { KINDS, ROWS } from './rows.js';

const find = (id) => document.getElementById(id);
const [choice, width, frame] = ['host', 'width', 'page'].map(find);

for (const [label, rows] of Object.entries(KINDS)) {
  const group = Object.assign(document.createElement('optgroup'), { label });
  group.append(...Object.keys(rows).map((name) => new Option(name)));
  choice.append(group);
}

/** What a row says, as it is written. */
const written = (row) =>
  Object.entries(row)
    .map(([name, value]) => {
      if (typeof value === 'function') return String(value);
      return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    })
    .join('\n');

function show() {
  const name = new URLSearchParams(location.search).get('host') ?? 'plain';
  if (!Object.hasOwn(ROWS, name)) return;
  choice.value = name;
  find('row').textContent = written(ROWS[name]);
  // A navigation of the frame would be a step back of its own.
  frame.contentWindow.location.replace(new URL(`host.html?host=${encodeURIComponent(name)}`, import.meta.url));
}

choice.addEventListener('change', () => {
  history.pushState(null, '', `?${new URLSearchParams({ host: choice.value })}`);
  show();
});
width.addEventListener('change', () => {
  frame.style.width = width.value && `${width.value}px`;
});
addEventListener('popstate', show);
show();
