// The styles that a full card does not need at first: those of the verdict and of the other variants,
// and of what is folded, enlarged and printed. On paper the last outweigh the others.

import later from '../../dist/styles/later.js';
import variants from '../../dist/styles/variants.js';

export default variants + later;
