// What the package exports, as API Extractor lists it. A change of that is a change for users: the listing
// shows it to whoever reviews it.

import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeFolder, write } from './support.mjs';

// It is no ES module.
const { Extractor, ExtractorConfig } = createRequire(import.meta.url)('@microsoft/api-extractor');

const TYPES = fileURLToPath(new URL('../../pkg/types', import.meta.url));
const LISTING = fileURLToPath(new URL('product-pool.api.md', import.meta.url));

/** The entries with types of their own; those of frameworks add to the types of others. */
const ENTRIES = {
  card: 'card',
  changes: 'changes-view',
  client: 'index',
  label: 'label',
  matrix: 'matrix',
  scanner: 'scanner',
  testing: 'testing',
};

/** The listing of the declarations in a folder. */
async function listing(projectFolder) {
  const entries = Object.entries(ENTRIES).map(([name, file]) => `export * as ${name} from './${file}.js';\n`);
  const compilerOptions = { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: [] };
  await write(projectFolder, {
    'package.json': JSON.stringify({ name: 'product-pool', version: '0.0.0', type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['types/all.d.ts'] }),
    'types/all.d.ts': entries.join(''),
  });
  const none = { default: { logLevel: 'none' } };
  const configObject = {
    projectFolder,
    mainEntryPointFilePath: join(projectFolder, 'types/all.d.ts'),
    compiler: { tsconfigFilePath: join(projectFolder, 'tsconfig.json') },
    apiReport: {
      enabled: true,
      reportFileName: 'product-pool.api.md',
      reportFolder: projectFolder,
      reportTempFolder: projectFolder,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: { extractorMessageReporting: none, tsdocMessageReporting: none },
  };
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: join(projectFolder, 'api-extractor.json'),
    packageJsonFullPath: join(projectFolder, 'package.json'),
  });
  const errors = [];
  const messageCallback = (message) => {
    if (message.logLevel === 'error') errors.push(message.text);
    message.handled = true;
  };
  Extractor.invoke(config, { localBuild: true, messageCallback });
  assert.deepEqual(errors, []);
  return readFile(join(projectFolder, 'product-pool.api.md'), 'utf8');
}

test('what the package exports is what is listed', async () => {
  const folder = await makeFolder();
  await cp(TYPES, join(folder, 'types'), { recursive: true, filter: (path) => !path.endsWith('check.ts') });
  const found = await listing(folder);
  for (const name of ['class PoolClient', 'class NotFoundError', 'class ProductPoolCard', 'interface Product '])
    assert.ok(found.includes(name), name);
  if (process.env.UPDATE_SNAPSHOTS) await writeFile(LISTING, found);
  assert.equal(await readFile(LISTING, 'utf8'), found, 'the exports have changed: UPDATE_SNAPSHOTS=1 lists them');
});
