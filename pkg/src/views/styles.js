// The style sheet of the matrix and of the changes.

import base from '../../dist/styles/base.js';
import colours from '../../dist/styles/colours.js';
import views from '../../dist/styles/views.js';
import { styleSheet } from '../shared/style-sheet.js';

export const sheetOf = styleSheet(base + colours + views);
