// The style sheet of the scanner.

import base from '../../dist/styles/base.js';
import scanner from '../../dist/styles/scanner.js';
import { styleSheet } from '../shared/style-sheet.js';

export const sheetOf = styleSheet(base + scanner);
