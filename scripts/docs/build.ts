import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileUrl, pageUrl, relative, targetOf } from './addresses.ts';
import { layout, type Menu } from './layout.ts';
import { type Rendered, render } from './markdown.ts';
import { navigation } from './navigation.ts';
import { callOf, namedCall, operationsOf, readDocument } from './openapi.ts';
import { anchorOf, fileOf, referencePages } from './reference.ts';
import { placesOf, plain } from './search-index.ts';

export type Built = { pages: number; deadLinks: string[] };

type Page = { file: string; url: string; source: string; twin: string; rendered: Rendered };

/** Makes the whole site in a folder, and says which links of the sources lead nowhere. */
export function buildSite(root: string, out: string): Built {
  const document = readDocument(root);
  const made = new Map(referencePages(document).map(({ file, source }) => [file, source]));
  const sections = navigation(root, [...made.keys()]);
  const sources = new Map(
    sections.flatMap(({ files }) => files).map((file) => [file, made.get(file) ?? readFileSync(join(root, file), 'utf8')]),
  );
  const calls = new Map(
    operationsOf(document).map((one) => [callOf(one.method, one.path), { file: fileOf(one.tags[0] ?? ''), id: anchorOf(one) }]),
  );
  const links = createLinks(root, sources);
  const pages = [...sources].map(([file, source]) => readPage(file, source, links, calls));
  const deadLinks = [...links.dead, ...deadAnchors(pages, links.anchors)];
  const titles = new Map(pages.map(({ file, rendered }) => [file, shortTitle(file, rendered.title)]));
  const menu: Menu = sections.map(({ title, files }) => ({
    title,
    entries: files.map((file) => ({ url: pageUrl(file), title: titles.get(file) ?? file })),
  }));
  rmSync(out, { recursive: true, force: true });
  for (const page of pages) writePage(out, page, menu);
  for (const file of links.files) write(join(out, fileUrl(file)), readFileSync(join(root, file), 'utf8'));
  cpSync(fileURLToPath(new URL('assets/', import.meta.url)), join(out, 'assets'), { recursive: true });
  writeIndexes(out, pages, menu);
  return { pages: pages.length, deadLinks };
}

type Links = ReturnType<typeof createLinks>;

/** Decides where links lead, and remembers those that lead nowhere and the files that must come along. */
function createLinks(root: string, sources: Map<string, string>) {
  const dead: string[] = [];
  const files = new Set<string>();
  const anchors: { from: string; file: string; anchor: string }[] = [];
  const link = (from: string, href: string): string => {
    const target = targetOf(from, href);
    if (!target) return href;
    const page = [target.file, `${target.file}/README.md`].find((file) => sources.has(file));
    if (page !== undefined) {
      if (target.anchor !== undefined) anchors.push({ from, file: page, anchor: target.anchor });
      const hash = target.anchor === undefined ? '' : `#${target.anchor}`;
      return page === from && hash ? hash : relative(pageUrl(from), pageUrl(page)) + hash;
    }
    if (isFile(join(root, target.file))) {
      files.add(target.file);
      return relative(pageUrl(from), fileUrl(target.file));
    }
    dead.push(`${from}: ${href} leads to nothing`);
    return href;
  };
  return { dead, files, anchors, link, root };
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

function readPage(file: string, source: string, links: Links, calls: Map<string, { file: string; id: string }>): Page {
  const url = pageUrl(file);
  const rendered = render(source, {
    link: (href) => links.link(file, href),
    picture(src) {
      const target = targetOf(file, src);
      if (target && isFile(join(links.root, target.file))) return readFileSync(join(links.root, target.file), 'utf8');
      links.dead.push(`${file}: the picture ${src} is not there`);
      return undefined;
    },
    operation(code) {
      const call = namedCall(code);
      if (call === undefined) return undefined;
      const found = calls.get(call);
      if (!found) links.dead.push(`${file}: there is no operation ${code}`);
      return found && `${relative(url, pageUrl(found.file))}#${found.id}`;
    },
  });
  return { file, url, source, twin: twinOf(file, source, links), rendered };
}

/** The page as plain Markdown, whose links lead to other such pages. What stands in code is left as it is. */
const twinOf = (file: string, source: string, links: Links): string =>
  source.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\(([^)\s]+)\)/g, (all, href: string | undefined) =>
    href === undefined || href.endsWith('.svg') ? all : `](${links.link(file, href).replace(/\.html(?=#|$)/, '.md')})`,
  );

function deadAnchors(pages: Page[], wanted: Links['anchors']): string[] {
  const ids = new Map(pages.map(({ file, rendered }) => [file, new Set(rendered.headings.map(({ id }) => id))]));
  return wanted
    .filter(({ file, anchor }) => !ids.get(file)?.has(anchor))
    .map(({ from, file, anchor }) => `${from}: ${file} has no heading #${anchor}`);
}

/** Long titles of guides are shortened for the menu, at their first colon or comma. */
function shortTitle(file: string, title: string): string {
  if (file === 'docs/README.md') return 'Overview';
  if (file === 'README.md') return 'Readme';
  return file.startsWith('docs/adr/') ? title : (title.split(/[:,]/)[0] ?? title);
}

function writePage(out: string, page: Page, menu: Menu): void {
  const hasExamples = page.source.includes('$API') && page.url !== 'index.html';
  write(join(out, page.url), layout(page.url, page.rendered, menu, hasExamples));
  write(join(out, page.url.replace(/html$/, 'md')), page.twin);
}

/** What searches look in, as a script so that it works from a disk too; and the list of plain texts for programs that read. */
function writeIndexes(out: string, pages: Page[], menu: Menu): void {
  const places = pages.flatMap(({ url, source, rendered }) => {
    const ids = new Map(rendered.headings.map(({ text, id }) => [plain(text), id]));
    return placesOf(url, rendered.title, source, ids);
  });
  write(join(out, 'assets/search-index.js'), `window.searchIndex = ${JSON.stringify(places)};\n`);
  const lines = menu.map(
    ({ title, entries }) =>
      `## ${title}\n\n${entries.map((one) => `- [${one.title}](${one.url.replace(/html$/, 'md')})`).join('\n')}`,
  );
  write(
    join(out, 'llms.txt'),
    `# Patchbay\n\nOne API for customer conversations. These pages as plain Markdown:\n\n${lines.join('\n\n')}\n`,
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
