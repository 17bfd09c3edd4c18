// The pages of the site, made of the documents: long ones split, links between files turned into
// links between pages, and files that are linked shown as pages.

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { GROUPS, INSTEAD, LONG } from '../navigation.mjs';
import { asDocument, descriptionOf, headingsOf, mapPlain, mapProse, pieces, readDocument } from './markdown.mjs';

/**
 * A page of the site.
 * @typedef {object} Page
 * @property {string} path - Below the site, without an ending: `page/attributes`.
 * @property {string} title
 * @property {string} [part] - The title of the document of which it is a section.
 * @property {string} description
 * @property {string} text - Markdown with the title as its first heading.
 * @property {string} [file] - The document that it is made of.
 * @property {boolean} [isSource] - Whether it shows a file that some page links.
 */

/** The language of a code block, by the ending of a file. */
const LANGUAGES = { rs: 'rust', js: 'js', mjs: 'js', php: 'php', toml: 'toml', json: 'json', liquid: 'liquid' };

const lines = (text) => text.split('\n').length;

/** Where the page of a document is. */
const pathOf = (file) =>
  file
    .replace(/^(docs|made)\//, '')
    .replace(/\.md$/, '')
    .replace(/README$/, 'index');

/** All documents that a reader of the site may want. */
export const documentsOf = (root) =>
  readdirSync(join(root, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md'));

const entryOf = (page) => (typeof page === 'string' ? { file: page } : page);

/** The documents in a folder of one that is its index, such as the decisions. */
function children(root, file) {
  if (basename(file) !== 'README.md' || !file.startsWith('docs/')) return [];
  const folder = dirname(file);
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.sort().map((name) => `${folder}/${name}`);
}

/**
 * Splits a document into pages.
 * @returns {{ pages: Page[], anchors: Map<string, string> }} The pages, and for each anchor of the document
 *   the address that it has on the site.
 */
function split(file, text, { title, path = pathOf(file), only, without = [] }) {
  // What is made of the sources is as long as its lists.
  const canSplit = !file.startsWith('made/');
  const document = readDocument(text);
  const name = title ?? document.title;
  const kept = document.sections.filter(({ slug }) => (!only || only.includes(slug)) && !without.includes(slug));
  const intro = only ? '' : document.intro;
  const isLong = canSplit && lines(intro) + kept.reduce((sum, one) => sum + lines(one.text), 0) > LONG.document;
  const isOwn = ({ text: section }) => isLong && lines(section) >= LONG.section;
  const folder = isLong && !path.endsWith('index') ? `${path}/index` : path;
  const anchors = new Map([['', `/${folder}`]]);
  const note = (section, where) => {
    for (const { slug } of headingsOf(section)) anchors.set(slug, `${where}#${slug}`);
  };
  const own = kept.filter(isOwn).map((section) => {
    const at = posix.join(posix.dirname(folder), section.slug);
    note(section.text, `/${at}`);
    anchors.set(section.slug, `/${at}`);
    const shown = asDocument(section.text);
    const body = shown.replace(/^# .+\n+/, '');
    const description = descriptionOf(body) || section.title;
    return { path: at, title: section.title, part: name, description, text: shown, file };
  });
  const short = kept.filter((section) => !isOwn(section)).map((section) => section.text);
  // An introduction may lead to all of them by itself.
  const unnamed = own.filter(({ path: at }) => !intro.includes(`(#${posix.basename(at)})`));
  const contents = unnamed.map((page) => `- [${page.title}](/${page.path})`).join('\n');
  const heading = unnamed.length < own.length ? 'Also in this part' : 'In this part';
  const rest = [intro.trim(), contents && `## ${heading}\n${contents}`, ...short];
  const index = rest.filter(Boolean).join('\n\n');
  note(index, `/${folder}`);
  const first = {
    path: folder,
    title: name,
    description: descriptionOf(intro || index) || name,
    text: `# ${title ?? document.heading}\n\n${index}\n`,
    file,
  };
  return { pages: [first, ...own], anchors };
}

/** The page of a file of the repository that another page links. */
function sourcePage(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const language = LANGUAGES[extname(file).slice(1)] ?? 'text';
  return {
    path: `source/${file.replaceAll('.', '-')}`,
    title: file,
    description: `The file ${file} of the project.`,
    text: `# ${basename(file)}\n\n\`${file}\`\n\n\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`,
    isSource: true,
  };
}

/** A link of a document, as it is on the site; undefined where it leads out of it. */
class Links {
  constructor(root) {
    this.root = root;
    /** File → anchor → address. */
    this.files = new Map();
    /** Path of a page → title. */
    this.titles = new Map();
    this.sources = new Map();
    this.images = new Set();
    this.broken = [];
  }

  resolve(from, link) {
    if (/^([a-z]+:|\/)/.test(link)) return link;
    const [path, anchor = ''] = link.split('#');
    const target = path ? posix.join(posix.dirname(from), path).replace(/\/$/, '') : from;
    const file = [target, `${target}/README.md`].find((one) => this.files.has(one)) ?? target;
    const instead = INSTEAD[`${file}#${anchor}`] ?? INSTEAD[file];
    if (instead) return instead;
    const anchors = this.files.get(file);
    if (anchors) {
      const found = anchors.get(anchor);
      if (!found && !from.startsWith('made/')) this.broken.push(`${from}: ${link}`);
      return found ?? anchors.get('');
    }
    if (!existsSync(join(this.root, file))) {
      this.broken.push(`${from}: ${link}`);
      return undefined;
    }
    if (statSync(join(this.root, file)).isDirectory()) return undefined;
    if (/\.(webp|png|svg)$/.test(file)) {
      this.images.add(file);
      return `/images/${file.replace(/^docs\//, '')}`;
    }
    if (!this.sources.has(file)) this.sources.set(file, sourcePage(this.root, file));
    return `/${this.sources.get(file).path}`;
  }

  /** The text of a link; the title of a page in place of the name of its file. */
  labelOf(label, address) {
    const [path] = address.slice(1).split('#');
    return /^[\w/-]+\.md$/.test(label) ? (this.titles.get(path) ?? label) : label;
  }

  /** Turns the links of a page into those of the site. */
  turn(page) {
    const change = (text) =>
      text.replace(
        /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)( "[^"]*")?\)/g,
        (whole, mark, label, link, title = '') => {
          const address = this.resolve(page.file, link);
          if (address === undefined) return label;
          return `${mark}[${this.labelOf(label, address)}](${address}${title})`;
        },
      );
    return mapProse(page.text, change);
  }
}

/** The lines between which a table stands, and other remarks for those who edit. */
const withoutRemarks = (text) =>
  mapProse(text, (prose) => prose.replace(/^<!-- (?!live|end of states).*? -->\n/gm, ''));

/**
 * Lets the elements of examples live below them: of the first of a page, unless that is a whole document.
 * @param {string} text
 */
const withLife = (text) =>
  text.replace(/^```html\n((?:(?!^```|<!doctype)[\s\S])*?<product-pool-(?:(?!^```)[\s\S])*?)^```$/m, (fence, code) => {
    const attribute = encodeURIComponent(code).replaceAll("'", '%27');
    const room = /<product-pool-card\b(?![^>]*variant=)/.test(code) ? ' full' : '';
    return `<LiveExample code="${attribute}"${room}>\n\n${fence}\n\n</LiveExample>`;
  });

/** Rust without the lines that only make it compile, as rustdoc shows it. */
const withoutScaffold = (text) =>
  pieces(text)
    .map((one) => (one.isCode && one.text.startsWith('```rust') ? one.text.replace(/^#(?: .*)?\n/gm, '') : one.text))
    .join('');

/** Keeps what looks like a template of Vue from being one. */
const withoutTemplates = (text) =>
  mapPlain(text, (prose) => prose.replaceAll('{{', '<span v-pre>{{</span>').replace(/<(?=\/?[A-Z]+>)/g, '&lt;'));

/**
 * All pages, from the documents and from what was made of the sources.
 * @param {string} root
 * @param {Record<string, string>} made - Documents by the names that the menu has: `made/reference/…`.
 */
export function assemble(root, made) {
  const links = new Links(root);
  const read = (entry) => {
    const text = withoutScaffold(withoutRemarks(made[entry.file] ?? readFileSync(join(root, entry.file), 'utf8')));
    const { pages, anchors } = split(entry.file, text, entry);
    links.files.set(entry.file, anchors);
    for (const page of pages) links.titles.set(page.path, page.title);
    return pages;
  };
  const groups = GROUPS.map((group) => {
    const documents = group.pages.flatMap((page) => {
      const entry = entryOf(page);
      if (entry.file.endsWith('.md')) return [[entry, ...children(root, entry.file)]];
      return [Object.keys(made).filter((name) => name.startsWith(`${entry.file}/`))];
    });
    return { ...group, documents: documents.map((files) => files.flatMap((one) => read(entryOf(one)))) };
  });
  for (const file of Object.keys(INSTEAD))
    if (!file.includes('#')) links.files.set(file, new Map([['', INSTEAD[file]]]));
  const turned = groups
    .flatMap(({ documents }) => documents.flat())
    .map((page) => ({ ...page, text: links.turn(page) }));
  const pages = [...turned, ...links.sources.values()];
  const addressOf = (document) => links.resolve('README.md', document);
  return { groups, pages, images: [...links.images], broken: links.broken, addressOf };
}

/** A page as the generator reads it, with `more` settings. */
export function forGenerator({ title, part, description, text, file = '', isSource }, more = {}) {
  const settings = {
    title,
    // Several documents have a section of the same name.
    ...(part && { titleTemplate: `:title · ${part} · product-pool` }),
    description,
    ...(isSource && { search: false, outline: false }),
    ...(file.startsWith('made/') && { pageClass: 'reference' }),
    ...more,
  };
  const head = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${head.join('\n')}\n---\n\n${withoutTemplates(withLife(text))}`;
}

/** A page as Markdown for readers without a browser. */
export const forReaders = ({ text }, base) =>
  mapProse(text.replace(/^<!-- .*? -->\n/gm, ''), (prose) =>
    prose.replace(/\]\(\/([^)\s#]*)(#[^)\s]*)?\)/g, (_, path, anchor = '') =>
      path.includes('.') ? `](${base}${path})` : `](${base}${path || 'index'}.md${anchor})`,
    ),
  );

/** A title in the menu, whose texts the generator takes for HTML. */
const escaped = (title) => title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The address of a page, as the generator tells which one is open. */
const linkTo = ({ path }) => `/${path.replace(/(^|\/)index$/, '$1')}`;

/** Whether a page is in the menu: of the reference in TypeScript only the modules, whose pages list the rest. */
const isInMenu = ({ path }) => !path.startsWith('typescript/') || path.endsWith('/index');

/** The menu: for each group its documents, and below each the pages that it was split into. */
export const menuOf = (groups) =>
  groups.map(({ title, documents, more = [] }) => ({
    text: title,
    items: documents
      .map(([first, ...all]) => [first, all.filter(isInMenu)])
      .map(([first, others]) => ({
        text: escaped(first.title),
        link: linkTo(first),
        ...(others.length > 0 && {
          collapsed: true,
          items: others.map((page) => ({ text: escaped(page.title), link: linkTo(page) })),
        }),
      }))
      .concat(more),
  }));
