import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileUrl, pagePath, relative, type Target, targetOf } from './addresses.ts';
import type { Sources } from './sources.ts';

/** Where a link leads: to a page, to another file of the project, to another host, or nowhere. */
export type Resolved =
  | { kind: 'page'; file: string; anchor: string | undefined }
  | { kind: 'file'; file: string }
  | { kind: 'external' }
  | { kind: 'dead' };

export function resolveLink({ root, pages }: Sources, from: string, link: string): Resolved {
  const target = targetOf(from, link);
  if (!target) return { kind: 'external' };
  const page = pageOf(pages, target);
  if (page !== undefined) return { kind: 'page', file: page, anchor: target.anchor };
  return isFile(join(root, target.file)) ? { kind: 'file', file: target.file } : { kind: 'dead' };
}

const pageOf = (pages: Sources['pages'], { file }: Target): string | undefined =>
  [file, `${file}/README.md`].find((path) => pages.has(path));

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Drawings, and pictures of the console. */
const PICTURE = /^docs\/(pictures|screens)\//;

/** Code is matched first, so that a bracket inside it is not taken for a link. */
const CODE_OR_LINK = /```[\s\S]*?```|`[^`\n]*`|\]\(([^)\s]+)\)/g;

/** The Markdown of a page with its links changed from paths in the project to paths in the site, and what it links to. */
export type SitePage = { text: string; files: string[]; pictures: string[] };

export function withSiteLinks(sources: Sources, from: string): SitePage {
  const files: string[] = [];
  const pictures: string[] = [];
  const text = (sources.pages.get(from) ?? '').replaceAll(CODE_OR_LINK, (all, link: string | undefined) => {
    if (link === undefined) return all;
    const to = resolveLink(sources, from, link);
    if (to.kind === 'page') return to.file === from && to.anchor ? `](#${to.anchor})` : `](${pageLink(from, to)})`;
    if (to.kind !== 'file') return all;
    if (PICTURE.test(to.file)) {
      pictures.push(to.file);
      return `](${relative(pagePath(from), to.file.slice('docs/'.length))})`;
    }
    files.push(to.file);
    return `](${relative(pagePath(from), fileUrl(to.file))})`;
  });
  return { text, files, pictures };
}

const pageLink = (from: string, { file, anchor }: { file: string; anchor: string | undefined }): string => {
  const path = relative(pagePath(from), pagePath(file));
  return `${path.startsWith('.') ? '' : './'}${path}${anchor === undefined ? '' : `#${anchor}`}`;
};
