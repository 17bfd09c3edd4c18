// The demo's form for how the card is shown: language, colours, room, panels,
// and what the visitor avoids.

import { PANELS } from '../pkg/src/card/panel-names.js';
import words from '../pkg/dist/lang/en-GB.js';

/** The panels in the order that the card shows them, and what it calls them. */
const panels = PANELS.map((name) => [name, words[`panel.${name}`]]);

function box([name, text]) {
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: 'panels',
    value: name,
    checked: true,
  });
  label.append(input, ` ${text}`);
  return label;
}

/** The card's attributes as the form has them; what holds anyway is left out. */
function read(form) {
  const values = new FormData(form);
  const chosen = values.getAll('panels');
  const every = chosen.length === PANELS.length;
  return {
    lang: values.get('lang'),
    theme: values.get('theme'),
    density: values.get('density'),
    avoid: values.get('avoid').trim(),
    panels: every ? '' : chosen.join(' '),
  };
}

/**
 * Fills the form and keeps the card to it; `changed` is called with the
 * attributes, those that are not set among them as ''.
 */
export function follow(form, card, changed) {
  const list = form.querySelector('[data-panels]');
  list.append(...panels.map(box));
  const apply = () => {
    // A card without any panel is nothing to look at: the last one stays.
    const boxes = Array.from(list.querySelectorAll('input'));
    const chosen = boxes.filter(({ checked }) => checked);
    if (chosen.length === 1) chosen[0].setAttribute('aria-disabled', 'true');
    else for (const one of boxes) one.removeAttribute('aria-disabled');
    const attributes = read(form);
    for (const [name, value] of Object.entries(attributes)) {
      if (value) card.setAttribute(name, value);
      else card.removeAttribute(name);
    }
    changed(attributes);
  };
  list.addEventListener('click', (event) => {
    if (event.target.getAttribute('aria-disabled') === 'true') event.preventDefault();
  });
  form.addEventListener('input', apply);
  // After the fields have what they began with.
  form.addEventListener('reset', () => setTimeout(apply));
  form.addEventListener('submit', (event) => event.preventDefault());
  apply();
}
