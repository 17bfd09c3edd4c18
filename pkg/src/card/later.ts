// What a card that the browser draws does not need at first: the styles of the colours that a page sets,
// of the verdict and of the other variants, and of what is folded, enlarged and printed (on paper the last
// outweigh the others); the reader's actions; what the element does with a card that a server drew; what
// screen readers announce; what renews an answer that is too old; what looks at the page's colours; and
// what asks for the page to be loaded again.

import colours from '../../styles/colours.css.js';
import later from '../../styles/later.css.js';
import variants from '../../styles/variants.css.js';
import verdict from '../../styles/verdict.css.js';
import { watchRelease } from '../shared/reload.js';

watchRelease();

export { announcing } from './announcements.js';
export { checkColours } from './contrast.js';
export { listen } from './interaction.js';
export { handOver, outdate, replace } from './patch.js';
export { judge } from './undrawn.js';
export { follow, outdateLoaded } from './upkeep.js';
const sheet: string = colours + verdict + variants + later;
export default sheet;
