// The reference of the package's declarations, by TypeDoc, as Markdown.

import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Entries that declare nothing of their own: files, and the elements for the types of frameworks. */
const LEFT_OUT = /\.wasm$|base64|package\.json|react|svelte|vue/;

/** The entries of the package, by the names of their declarations. */
async function entriesOf(root) {
  const { name, exports } = JSON.parse(await readFile(join(root, 'pkg/package.json'), 'utf8'));
  const entries = Object.entries(exports).filter(([path]) => !LEFT_OUT.test(path));
  return entries.map(([path, { types }]) => ({
    module: name + path.slice(1),
    file: types.replace(/^.*\/|\.d\.ts$/g, ''),
  }));
}

/**
 * The reference as documents by their names.
 * @param {string} root
 * @param {string} work - A folder for what is written on the way.
 */
export async function typescriptReference(root, work) {
  const { Application } = await import('typedoc');
  const entries = await entriesOf(root);
  const out = join(work, 'typescript');
  const types = join(root, 'pkg/dist/types');
  await mkdir(work, { recursive: true });
  const tsconfig = join(work, 'tsconfig.json');
  const settings = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
      types: [],
      skipLibCheck: true,
      strict: true,
    },
    files: entries.map(({ file }) => join(types, `${file}.d.ts`)),
  };
  await writeFile(tsconfig, JSON.stringify(settings));
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: settings.files,
    tsconfig,
    readme: 'none',
    name: 'TypeScript API',
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    logLevel: 'Error',
    skipErrorChecking: true,
    router: 'member',
    outputs: [{ name: 'markdown', path: out }],
    pageTitleTemplates: { project: 'TypeScript API', member: '{name}' },
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    propertiesFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    enumMembersFormat: 'table',
    useCodeBlocks: true,
    expandObjects: false,
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the declarations of the package');
  await app.generateOutputs(project);
  const names = (await readdir(out, { recursive: true })).filter((name) => name.endsWith('.md'));
  // Modules are named as they are imported.
  const titled = (name, text) => {
    if (name === 'README.md')
      return entries.reduce((list, { file, module }) => list.replace(`[${file}](`, `[${module}](`), text);
    const entry = entries.find(({ file }) => name === `${file}/README.md`);
    return entry ? text.replace(/^# .+$/m, `# ${entry.module}`) : text;
  };
  const documents = names
    .sort()
    .map(async (name) => [`made/typescript/${name}`, titled(name, await readFile(join(out, name), 'utf8'))]);
  return Object.fromEntries(await Promise.all(documents));
}
