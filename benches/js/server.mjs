// The server under load: `node benches/js/server.mjs TRIAL…`. `cargo xtask bench server` builds it and
// sets SERVER, its release build; FOLDER, an empty folder for files; and OHA, the load generator.

import { platform } from 'node:process';
import * as trials from './server/trials.mjs';

if (platform !== 'linux') throw new Error('the server is measured on Linux only, by means of /proc and taskset');
for (const name of process.argv.slice(2)) await trials[name]();
