// Writes the licence notices of the crates that are linked into what is distributed: the
// WebAssembly modules of the npm package, and the server.
//
//   node xtask/js/notices.mjs
//
// tests/native/repository/project.rs fails if a linked crate is missing from its file.

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
    tree: ['-p', 'product-pool-server', '--features', 'assets', '--target', 'x86_64-unknown-linux-gnu'],
  },
};

const { packages } = JSON.parse(cargo('metadata', '--format-version', '1', '--all-features'));

/** The crates of a tree that come from a registry. Procedural macros are not linked. */
function linked(tree) {
  const lines = cargo('tree', ...tree, '-e', 'normal,no-proc-macro', '--prefix', 'none', '-f', '{p}').split('\n');
  const names = new Set(lines.map((line) => line.split(' ', 2).join(' ')));
  return packages.filter(({ name, version, source }) => source && names.has(`${name} v${version}`));
}

/** The texts of a crate's licence. Where MIT or Apache may be chosen it is MIT, a tenth as long. */
function texts({ manifest_path, license, license_file }) {
  const folder = dirname(manifest_path);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const licences = names.filter(
    (name) => name === license_file || /^(licen[cs]e|copying|notice|copyright|unlicense)/i.test(name),
  );
  const isMit = /MIT OR Apache-2\.0|Apache-2\.0 OR MIT/.test(license) && licences.some((name) => /mit/i.test(name));
  const kept = licences.filter((name) => !isMit || !/apache/i.test(name));
  return kept.sort().map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .replace(/\r\n/g, '\n')
      .replace(/[ \t]+$/gm, '')
      .trim(),
  );
}

/** The copyright lines of a licence, and its terms, which many crates share. */
function parts(text) {
  const start = text.search(/^Permission is hereby granted, free of charge/m);
  const above = start > 0 ? text.slice(0, start).trim().split('\n') : [];
  // Above the terms stand a title and who has the copyright, in most licences but not in all.
  if (!above.every((line) => /^(copyright .*|(the )?mit license.*|)$/i.test(line))) return { owners: [], terms: text };
  return { owners: above.filter((line) => /^copyright/i.test(line)), terms: text.slice(Math.max(start, 0)) };
}

const line = '='.repeat(80);
for (const [file, { what, tree }] of Object.entries(ARTEFACTS)) {
  // Terms → the crates under them with their copyright lines, by the terms as one line.
  const carriers = new Map();
  const list = linked(tree).map((crate) => {
    const id = `${crate.name} ${crate.version}`;
    for (const { owners, terms } of texts(crate).map(parts)) {
      const key = terms.replace(/\s+/g, ' ').replace(/[“”]/g, '"');
      if (!carriers.has(key)) carriers.set(key, { terms, named: new Map() });
      const { named } = carriers.get(key);
      const of = owners.join('\n');
      named.set(of, [...(named.get(of) ?? []), id]);
    }
    return [`${id} (${crate.license ?? 'see its text'})`, ...crate.authors].join(', ');
  });
  const head = `Third-party notices of ${what}

It contains the crates listed here, and the standard library of Rust, copyright The Rust
Project Contributors (MIT OR Apache-2.0). Where a crate names several licences joined by OR,
it is used under any of them; of MIT and Apache-2.0 the text is that of MIT. The texts follow
the list.
`;
  const licences = [...carriers.values()].map(({ terms, named }) => {
    const crates = [...named].map(([owners, ids]) => [ids.join(', '), owners].filter(Boolean).join('\n'));
    return [line, crates.join('\n\n'), line, terms].join('\n');
  });
  writeFileSync(join(root, file), `${[[head, ...list].join('\n'), ...licences].join('\n\n')}\n`);
}
