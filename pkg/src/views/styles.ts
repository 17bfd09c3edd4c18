import base from '../../styles/base.css.js';
import colours from '../../styles/colours.css.js';
import views from '../../styles/views.css.js';
import { styleSheet } from '../shared/style-sheet.js';

const sheetOf: (document: Document) => CSSStyleSheet = styleSheet(base + colours + views);

export const sheetsOf = (document: Document): CSSStyleSheet[] => [sheetOf(document)];
