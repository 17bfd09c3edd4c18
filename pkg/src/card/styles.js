// The style sheet that all cards adopt; the build makes modules of `pkg/styles/`.

import base from '../../dist/styles/base.js';
import card from '../../dist/styles/card.js';
import { styleSheet } from '../shared/style-sheet.js';

export const sheetOf = styleSheet(base + card);
