// For entries of gateways: what builds their cards, and shows the answer to a reader, comes with the element.

import verdict from '../../styles/verdict.css.js';
import * as builder from './drawn.js';
import { parts } from './parts.js';

Object.assign(parts, { builder, verdict, importBrowser: () => import('./browser.js') });
