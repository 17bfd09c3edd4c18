import base from '../../styles/base.css.js';
import scanner from '../../styles/scanner.css.js';
import { styleSheet } from '../shared/style-sheet.js';

const sheetOf: (document: Document) => CSSStyleSheet = styleSheet(base + scanner);

export const sheetsOf = (document: Document): CSSStyleSheet[] => [sheetOf(document)];
