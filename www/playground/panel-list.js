// The control for the attribute `panels`: which panels a card shows, and in which order.

import { PANELS } from '../../pkg/dist/src/card/panels.js';
import { VARIANTS } from '../../pkg/dist/src/shared/variants.js';
import { make } from './dom.js';

/** The chosen panels, then the others in their usual order, each with whether it is chosen. */
function listed(value) {
  const chosen = value.split(/[\s,]+/).filter((name) => PANELS.includes(name));
  const others = PANELS.filter((name) => !chosen.includes(name));
  return [...chosen.map((name) => ({ name, isChosen: true })), ...others.map((name) => ({ name, isChosen: false }))];
}

/**
 * Makes the control.
 * @param {HTMLFormElement} form - Whose control `variant` says with which panels the choice begins.
 * @param {(value: string | undefined) => void} changed - Called with the value; undefined leaves
 * the choice to the card.
 */
export function makePanelList(form, changed) {
  const own = make('input', { type: 'checkbox', name: 'panels' });
  const list = make('ol', { className: 'panel-list' });
  const status = make('p', { className: 'visually-hidden', role: 'status' });
  const boxes = () => Array.from(list.querySelectorAll('input'));
  const value = () =>
    boxes()
      .filter(({ checked }) => checked)
      .map((box) => box.value)
      .join(' ');

  /** Marks what cannot be done: a card needs a panel, and the ends of the list are ends. */
  function mark() {
    const chosen = boxes().filter(({ checked }) => checked);
    for (const box of boxes()) box.ariaDisabled = chosen.length === 1 && box.checked ? 'true' : null;
    for (const [index, item] of Array.from(list.children).entries()) {
      const [up, down] = item.querySelectorAll('button');
      up.ariaDisabled = index === 0 ? 'true' : null;
      down.ariaDisabled = index === list.children.length - 1 ? 'true' : null;
    }
  }

  function move(item, step, button) {
    const items = Array.from(list.children);
    const other = items[items.indexOf(item) + step];
    if (!other) return;
    if (step < 0) other.before(item);
    else other.after(item);
    // Moving an element takes the focus away from what is in it.
    button.focus();
    const { value: name } = item.querySelector('input');
    status.textContent = `${name} is number ${Array.from(list.children).indexOf(item) + 1} of ${items.length}`;
    mark();
    changed(value());
  }

  function makeItem({ name, isChosen }) {
    const box = make('input', { type: 'checkbox', value: name, checked: isChosen });
    const arrow = (text, direction, step) => {
      const button = make('button', { type: 'button', ariaLabel: `Move ${name} ${direction}` }, text);
      button.addEventListener('click', () => move(item, step, button));
      return button;
    };
    const item = make('li', {}, make('label', {}, box, ` ${name}`), arrow('↑', 'up', -1), arrow('↓', 'down', 1));
    return item;
  }

  list.addEventListener('click', (event) => {
    if (event.target.matches('input') && event.target.ariaDisabled === 'true') event.preventDefault();
  });
  list.addEventListener('change', () => {
    mark();
    changed(value());
  });
  own.addEventListener('change', () => {
    const usual = VARIANTS[form.elements.namedItem('variant').value] ?? VARIANTS.full;
    changed(own.checked ? usual : undefined);
  });

  return {
    node: make('div', {}, make('label', { className: 'box' }, own, ' Choose the panels'), list, status),
    control: own,
    set(text) {
      own.checked = text !== undefined;
      list.hidden = text === undefined;
      // The visitor's own list stays, with its order and the focus.
      if (text === undefined || text === value()) return;
      list.replaceChildren(...listed(text).map(makeItem));
      mark();
    },
  };
}
