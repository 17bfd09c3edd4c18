// The style sheet that all cards adopt; the build makes modules of `pkg/styles/`.

import allergens from '../../dist/styles/allergens.js';
import base from '../../dist/styles/base.js';
import card from '../../dist/styles/card.js';
import panels from '../../dist/styles/panels.js';
import { styleSheet } from '../shared/style-sheet.js';

export const sheetOf = styleSheet(base + card + allergens + panels);
