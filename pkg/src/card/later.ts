// What a card that the browser draws does not need at first: the styles of the colours that a page sets,
// of the verdict and of the other variants, and of what is folded, enlarged and printed (on paper the last
// outweigh the others); the reader's actions; what the element does with a card that a server drew; what
// screen readers announce; what renews an answer that is too old; what looks at the page's colours; and
// what asks for the page to be loaded again.

import type { Actions } from './interaction.js';
import colours from '../../styles/colours.css.js';
import later from '../../styles/later.css.js';
import variants from '../../styles/variants.css.js';
import { watchRelease } from '../shared/reload.js';
import { checkColours } from './contrast.js';
import { listen as listenTo } from './interaction.js';

watchRelease();

/** Listens for the reader's actions on a card that is shown for the first time. */
export function listen(
  root: ShadowRoot,
  actions: Actions,
): {
  drawn(): void;
  end(): void;
} {
  checkColours(root);
  return listenTo(root, actions);
}

export { announcing } from './announcements.js';
export { handOver, outdate } from './drawn.js';
export { judge } from './undrawn.js';
export { follow, outdateLoaded, setDrawn } from './upkeep.js';
const sheet: string = colours + variants + later;
export default sheet;
