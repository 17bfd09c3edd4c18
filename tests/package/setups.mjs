// The set-ups of docs/frameworks.md: how each becomes a project of the document's own
// files, how it is built and served, and the document's table of them.
// frameworks.test.mjs tries those that need little, all/frameworks.test.mjs the others.

import { constants } from 'node:fs';
import { cp, readFile, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAME, ROOT, TOOLS, makeProject, listen, run, serve, startProgram, write } from './support.mjs';

const DOCUMENT = join(ROOT, 'docs/frameworks.md');
export const LARGE = fileURLToPath(new URL('all/node_modules', import.meta.url));

/** The address in the document that each reader replaces. */
const ADDRESS = 'https://shop.example/pool';

/** The barcode in the document. */
export const BARCODE = '09520000000004';

/** A gateway that has one product, for pages of any origin and without a token. */
export function startGateway() {
  return listen((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    // It draws no cards.
    if (request.url.startsWith('/drawn/')) return response.writeHead(204).end();
    const known = request.url === `/v2/products/gtin/${BARCODE}`;
    const product = { pool_id: 'p1', gtin: BARCODE, general: { product_name: NAME } };
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(known ? { data: product } : { errors: [] }));
  });
}

/** The files of a section of a document, by path; the gateway takes the place of the address. */
export async function filesOf(name, gateway, document = DOCUMENT, address = ADDRESS) {
  const text = await readFile(document, 'utf8');
  const [, section] = text.split(`\n## ${name}\n`);
  const found = section.split('\n## ')[0].matchAll(/^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$/gms);
  return Object.fromEntries(Array.from(found, ([, path, code]) => [path, code.replaceAll(address, gateway)]));
}

/** The pieces of JSON of a section: lines for a configuration. */
async function jsonOf(name) {
  const text = await readFile(DOCUMENT, 'utf8');
  const found = text.split(`\n## ${name}\n`)[1].matchAll(/^```json\n(.*?)^```$/gms);
  return Array.from(found, ([, json]) => JSON.parse(json));
}

/** Lets a project import what lies in another folder of packages. */
export async function linkPackages(shop, folder) {
  for (const name of await readdir(folder)) {
    if (name.startsWith('.') || name === 'product-pool') continue;
    await symlink(join(folder, name), join(shop, 'node_modules', name));
  }
}

/** Copies packages and what they need, for bundlers that follow no links out of a project. */
export async function copyPackages(shop, names, folder) {
  const wanted = new Set(names);
  for (const name of wanted) {
    const source = join(folder, name);
    const manifest = await readFile(join(source, 'package.json'), 'utf8').catch(() => undefined);
    // An optional package that is not for this system.
    if (!manifest) continue;
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(manifest);
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) wanted.add(one);
    const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
    await cp(source, join(shop, 'node_modules', name), options);
  }
}

const PAGE = (
  body,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"></head>
<body>${body}</body></html>`;

/** What a project of SvelteKit has beside its routes. */
export const KIT = {
  'svelte.config.js': 'export default {};',
  'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };`,
  'src/app.html': PAGE('<div>%sveltekit.body%</div>').replace('</head>', '%sveltekit.head%</head>'),
};

/** Builds a project of SvelteKit, and serves it. */
export async function buildKit(shop) {
  const vite = join(LARGE, 'vite/bin/vite.js');
  await run(process.execPath, [vite, 'build'], { cwd: shop });
  return startProgram(process.execPath, [vite, 'preview', '--port', '0', '--host', '127.0.0.1'], { cwd: shop });
}

/** A project with the files of the document and with `files`, and another folder's packages. */
async function makeShop({ name }, gateway, files, packages) {
  const shop = await makeProject({ ...files, ...(await filesOf(name, gateway)) }, { type: 'module' });
  if (packages) await linkPackages(shop, packages);
  return shop;
}

/** A web server's folder with the package, and jQuery, at the addresses of the document. */
async function makeSite(setup, gateway) {
  const shop = await makeShop(setup, gateway, { 'favicon.ico': '' });
  for (const [from, to] of [
    [join(shop, 'node_modules/product-pool'), 'product-pool'],
    [join(TOOLS, 'jquery'), 'jquery'],
  ]) {
    await cp(from, join(shop, to), { recursive: true });
  }
  return shop;
}

/** The modes of a set-up with Vite: its build, and its development server. */
const withVite = (folder, vite, args = []) => ({
  build: async (shop) => {
    await run(process.execPath, [join(folder, vite, 'bin/vite.js'), 'build'], { cwd: shop });
    return serve(join(shop, 'dist'));
  },
  dev: (shop) =>
    startProgram(process.execPath, [join(folder, vite, 'bin/vite.js'), '--port', '0', '--host', '127.0.0.1', ...args], {
      cwd: shop,
    }),
});

/** What a project of Next has in TypeScript. */
export const NEXT = ['next', 'react', 'react-dom', 'typescript', '@types/react', '@types/node'];

export const next = (bundler) => async (shop) => {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const program = 'node_modules/next/dist/bin/next';
  await run(process.execPath, [program, 'build', `--${bundler}`], { cwd: shop, env });
  const args = [program, 'start', '--port', '0', '--hostname', '127.0.0.1'];
  return startProgram(process.execPath, args, { cwd: shop, env });
};

const ANGULAR = 'node_modules/@angular/cli/bin/ng.js';
const NO_ANALYTICS = { ...process.env, NG_CLI_ANALYTICS: 'false' };

/** The least of what `ng new` makes. */
const angularFiles = ([asset, served]) => ({
  'angular.json': JSON.stringify({
    version: 1,
    projects: {
      shop: {
        projectType: 'application',
        root: '',
        architect: {
          build: {
            builder: '@angular/build:application',
            options: {
              browser: 'src/main.ts',
              index: 'src/index.html',
              tsConfig: 'tsconfig.json',
              outputPath: 'out',
              assets: [asset],
            },
            configurations: { development: { optimization: false, sourceMap: true } },
          },
          serve: {
            builder: '@angular/build:dev-server',
            options: { buildTarget: 'shop:build:development', ...served },
          },
        },
      },
    },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'ES2022',
      module: 'preserve',
      moduleResolution: 'bundler',
      experimentalDecorators: true,
      importHelpers: true,
      noImplicitOverride: true,
      noImplicitReturns: true,
      noPropertyAccessFromIndexSignature: true,
      skipLibCheck: false,
    },
    angularCompilerOptions: {
      strictInjectionParameters: true,
      strictInputAccessModifiers: true,
      strictTemplates: true,
    },
    files: ['src/main.ts'],
  }),
  'src/index.html': PAGE('<base href="/"><app-root></app-root>'),
  'src/main.ts': `import { provideZonelessChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    import { App } from './app/app';
    bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });`,
});

/**
 * The set-ups in the order of the document. `needs` is what a project needs beyond the
 * package, `packages` those whose versions the table has, `make` makes a project, `modes`
 * serve it and give an address; `large` are too large to install for every run.
 */
export const SETUPS = [
  {
    name: 'Plain HTML',
    needs: 'one script',
    packages: [],
    hasInput: false,
    make: async (setup, gateway) => {
      const shop = await makeSite(setup, gateway);
      // The CDN is a folder of the same server.
      const path = join(shop, 'index.html');
      const page = await readFile(path, 'utf8');
      const { version } = JSON.parse(await readFile(join(ROOT, 'pkg/package.json'), 'utf8'));
      const own = page.replace(`https://unpkg.com/product-pool@${version}/`, '/product-pool/');
      if (own === page) throw new Error(`docs/frameworks.md does not name version ${version}`);
      await write(shop, { 'index.html': own });
      return shop;
    },
    modes: { 'from a CDN': serve, 'from its own server': async (shop) => `${await serve(shop)}/own.html` },
  },
  {
    name: 'jQuery',
    needs: 'one script',
    packages: ['jquery'],
    make: makeSite,
    modes: { 'a page': serve },
  },
  {
    name: 'Vite and React',
    needs: 'nothing',
    packages: ['vite', 'react'],
    make: (setup, gateway) =>
      makeShop(
        setup,
        gateway,
        {
          'index.html': PAGE('<div id="root"></div><script type="module" src="/main.jsx"></script>'),
          'main.jsx': `import { createRoot } from 'react-dom/client';
            import App from './src/App.tsx';
            createRoot(document.getElementById('root')).render(<App />);`,
          'vite.config.js': `import react from '@vitejs/plugin-react';\nexport default { plugins: [react()] };`,
        },
        TOOLS,
      ),
    modes: withVite(TOOLS, 'vite'),
  },
  {
    name: 'Vite and Vue',
    needs: '`isCustomElement`',
    packages: ['vite', 'vue'],
    make: (setup, gateway) =>
      makeShop(
        setup,
        gateway,
        {
          'index.html': PAGE('<div id="root"></div><script type="module" src="/main.js"></script>'),
          'main.js': `import { createApp } from 'vue';
            import App from './src/App.vue';
            createApp(App).mount('#root');`,
        },
        TOOLS,
      ),
    modes: withVite(TOOLS, 'vite'),
  },
  {
    name: 'Next',
    needs: 'a client component',
    packages: ['next', 'react'],
    large: true,
    make: async (setup, gateway) => {
      const shop = await makeShop(setup, gateway, {
        'app/layout.jsx': `export const metadata = { title: 'Shop', icons: 'data:,' };
          export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
        // The project is its own root, whatever lies in the folders above it.
        'next.config.mjs': `export default { cacheComponents: true, turbopack: { root: import.meta.dirname } };`,
      });
      await copyPackages(shop, NEXT, LARGE);
      return shop;
    },
    modes: { webpack: next('webpack'), Turbopack: next('turbopack') },
  },
  {
    name: 'SvelteKit',
    needs: 'nothing',
    packages: ['@sveltejs/kit', 'svelte', 'vite'],
    large: true,
    make: (setup, gateway) => makeShop(setup, gateway, KIT, LARGE),
    modes: { build: buildKit, dev: withVite(LARGE, 'vite').dev },
  },
  {
    name: 'Angular',
    needs: 'a line in `angular.json`',
    packages: ['@angular/core'],
    large: true,
    make: async (setup, gateway) => makeShop(setup, gateway, angularFiles(await jsonOf(setup.name)), LARGE),
    modes: {
      build: async (shop) => {
        await run(process.execPath, [ANGULAR, 'build'], { cwd: shop, env: NO_ANALYTICS });
        return serve(join(shop, 'out/browser'));
      },
      dev: (shop) => {
        const args = [ANGULAR, 'serve', '--port', '0', '--host', '127.0.0.1'];
        return startProgram(process.execPath, args, { cwd: shop, env: NO_ANALYTICS });
      },
    },
  },
  {
    name: 'Node',
    needs: 'nothing',
    packages: [],
    make: makeShop,
    modes: {
      'ES modules': (shop) => run(process.execPath, ['main.mjs'], { cwd: shop }),
      CommonJS: (shop) => run(process.execPath, ['main.cjs'], { cwd: shop }),
    },
  },
];

/** The versions of packages that the tests have, by the folders in which they lie. */
async function versionsOf({ packages, large }) {
  const manifest = join(large ? dirname(LARGE) : dirname(TOOLS), 'package.json');
  const { devDependencies } = JSON.parse(await readFile(manifest, 'utf8'));
  return packages.map((name) => `${name} ${devDependencies[name]}`).join(', ');
}

const BEGIN = '<!-- set-ups: made by the tests of the package, see CONTRIBUTING.md -->\n';
const END = '<!-- end of set-ups -->';

/** The document with its table of set-ups, and the document as it is. */
export async function tables() {
  const rows = await Promise.all(
    SETUPS.map(async (setup) => {
      const link = `[${setup.name}](#${setup.name.toLowerCase().replaceAll(' ', '-')})`;
      const modes = Object.keys(setup.modes).join(', ');
      const when = setup.large ? '`--all`' : 'always';
      return `| ${link} | ${setup.needs} | ${(await versionsOf(setup)) || '–'} | ${modes} | ${when} |`;
    }),
  );
  const head = '| set-up | needs beyond the package | tested with | as | tested |\n|---|---|---|---|---|';
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const made = `${before}${BEGIN}\n${head}\n${rows.join('\n')}\n\n${END}${rest.split(END)[1]}`;
  return { made, text, path: DOCUMENT };
}
