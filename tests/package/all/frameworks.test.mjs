// The set-ups of docs/frameworks.md that are large to install.

import { SETUPS } from '../setups.mjs';
import { trySetups } from '../try-setups.mjs';

trySetups(SETUPS.filter(({ large }) => large));
