// Writes the licence notices of the crates that are linked into what is distributed: the
// WebAssembly modules of the npm package, and the server.
//
//   node xtask/js/notices.mjs
//
// tests/native/project.rs fails if a linked crate is missing from its file.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cargo = (...args) => execFileSync('cargo', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** File to write → what is distributed, and how `cargo tree` lists the crates linked into it. */
const ARTEFACTS = {
  'pkg/THIRD_PARTY_NOTICES.txt': {
    what: 'the WebAssembly modules of this package',
    tree: ['-p', 'product-pool-bindings', '--all-features', '--target', 'wasm32-unknown-unknown'],
  },
  'server/THIRD_PARTY_NOTICES.txt': {
    what: 'product-pool-server',
    tree: ['-p', 'product-pool-server', '--target', 'x86_64-unknown-linux-gnu'],
  },
};

const { packages } = JSON.parse(cargo('metadata', '--format-version', '1', '--all-features'));

/** The crates of a tree that come from a registry, as `name version`. Procedural macros are not linked. */
function linked(tree) {
  const lines = cargo('tree', ...tree, '-e', 'normal,no-proc-macro', '--prefix', 'none', '-f', '{p}').split('\n');
  const names = lines.map((line) => line.trim().match(/^(\S+) v(\S+)/)).filter(Boolean).map(([, name, version]) => `${name} ${version}`);
  return [...new Set(names)].sort();
}

const isLicence = (name) => /^(licen[cs]e|copying|notice|copyright|unlicense)/i.test(name);

function texts({ manifest_path, license_file }) {
  const folder = dirname(manifest_path);
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isLicence(entry.name)).map(({ name }) => name);
  if (license_file && !names.includes(license_file)) names.push(license_file);
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n').replace(/[ \t]+$/gm, '').trim());
}

for (const [file, { what, tree }] of Object.entries(ARTEFACTS)) {
  // Text → the crates that carry it. Most carry one of a few, word for word.
  const carriers = new Map();
  const list = [];
  for (const id of linked(tree)) {
    const crate = packages.find(({ name, version, source }) => source && `${name} ${version}` === id);
    if (!crate) continue;
    list.push(`${id} (${crate.license ?? 'see its text'})${crate.authors.length ? `, ${crate.authors.join(', ')}` : ''}`);
    for (const text of texts(crate)) {
      // Copies of one text differ in indentation and line breaks.
      const key = text.replace(/\s+/g, ' ');
      const entry = carriers.get(key) ?? { text, ids: [] };
      entry.ids.push(id);
      carriers.set(key, entry);
    }
  }
  const parts = [
    `Third-party notices of ${what}\n\nIt contains the crates listed here, and the standard library of Rust, copyright The Rust\nProject Contributors (MIT OR Apache-2.0). Where a crate names several licences joined by OR,\nit is used under any of them. The texts follow the list.\n`,
    ...list,
  ];
  const licences = [...carriers.values()].map(({ text, ids }) => `${'='.repeat(80)}\n${ids.join(', ')}\n${'='.repeat(80)}\n${text}`);
  writeFileSync(join(root, file), `${parts.join('\n')}\n\n${licences.join('\n\n')}\n`);
}
