// For entries whose pages have no gateway: what draws in the browser comes with the element.

import * as browser from './browser.js';
import { parts } from './parts.js';

Object.assign(parts, { browser, importBuilder: () => import('./drawn.js') });
