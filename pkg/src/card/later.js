// What a card that the browser draws does not need at first: the colours that a page sets; the styles
// of the verdict and of the other variants, and of what is folded, enlarged and printed (on paper the last outweigh the
// others); the reader's actions; what the element does with a card that a server drew; what screen
// readers announce; what notices that an answer is too old; what looks at the page's colours; and what
// asks for the page to be loaded again.

import colours from '../../dist/styles/colours.js';
import later from '../../dist/styles/later.js';
import variants from '../../dist/styles/variants.js';
import { watchRelease } from '../shared/reload.js';

watchRelease();

export { follow, outdateLoaded, setDrawn } from './aging.js';
export { announcing } from './announcements.js';
export { checkColours } from './contrast.js';
export { handOver, outdate } from './drawn.js';
export { listen } from './interaction.js';
export { judge } from './undrawn.js';
export default colours + variants + later;
