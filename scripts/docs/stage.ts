import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative as pathFrom } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ICON } from '../../server/src/platform/icon.ts';
import { fileUrl, pagePath, relative } from './addresses.ts';
import { withSiteLinks } from './links.ts';
import { menuTitleOf, type Sources } from './sources.ts';

const here = fileURLToPath(new URL('./', import.meta.url));

/**
 * Writes the folder that the generator builds: every page at its path in the site, drawings, linked files, and an entry to
 * config.ts and style.css. The folder is inside the project, so that imports find its packages.
 */
export function writeStage(sources: Sources, stage: string, base: string): void {
  const files = new Set<string>();
  const pictures = new Set<string>();
  for (const file of sources.pages.keys()) {
    const page = withSiteLinks(sources, file);
    for (const linked of page.files) files.add(linked);
    for (const picture of page.pictures) pictures.add(picture);
    write(join(stage, pagePath(file)), withNote(file, page.text.replaceAll(COMMENT, '')));
  }
  copy(join(here, 'home.yaml'), join(stage, 'index.md'));
  for (const file of files) copy(join(sources.root, file), join(stage, 'public', fileUrl(file)));
  for (const picture of pictures) copy(join(sources.root, picture), join(stage, picture.slice('docs/'.length)));
  write(join(stage, 'public/icon.svg'), ICON);
  writeEntries(sources, stage, base);
}

/** Marks in a page for the script that writes a part of it. */
const COMMENT = /^<!--.*-->\n/gm;

/** Tells the reader of a page with examples what their variables are. */
function withNote(file: string, text: string): string {
  if (!text.includes('$API') || file === OVERVIEW || file.startsWith('docs/reference/api/')) return text;
  const link = `${relative(pagePath(file), pagePath(OVERVIEW))}#the-examples-run`;
  return text.replace(/^(# .*\n)/, `$1\n*The examples on this page [run as pasted](${link}).*\n`);
}

const OVERVIEW = 'docs/README.md';

/** Sections that are closed until one of their pages is shown. */
const CLOSED = new Set(['Runbooks', 'Reference', 'Project', 'Packages', 'Decisions']);

function writeEntries({ sections, pages, calls }: Sources, stage: string, base: string): void {
  const sidebar = sections.map(({ title, files }) => ({
    text: title,
    collapsed: CLOSED.has(title),
    items: files.map((file) => ({
      text: menuTitleOf(file, pages.get(file) ?? ''),
      link: `/${pagePath(file).replace(/(index)?\.md$/, '')}`,
    })),
  }));
  const values = JSON.stringify({ base, sidebar, calls: [...calls] });
  // Relative, so that a copy of the project has the same fingerprint and takes the site that is built.
  const from = (folder: string, name: string) => JSON.stringify(pathFrom(join(stage, folder), join(here, name)));
  const [settings, theme] = ['.vitepress', '.vitepress/theme'];
  write(
    join(stage, settings, 'config.ts'),
    `import { siteConfig } from ${from(settings, 'config.ts')};\nexport default siteConfig(${values});\n`,
  );
  write(
    join(stage, theme, 'index.ts'),
    `import theme from 'vitepress/theme';\nimport ${from(theme, 'style.css')};\nexport default theme;\n`,
  );
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
