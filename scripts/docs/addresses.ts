import { posix } from 'node:path';

/** Where a Markdown file of the project is in the site. */
export function pageUrl(file: string): string {
  if (file === 'docs/README.md') return 'index.html';
  const inDocs = /^docs\/(.*)\.md$/.exec(file)?.[1];
  if (inDocs !== undefined) return `${inDocs.replace(/(^|\/)README$/, '$1index')}.html`;
  const folder = /^(.*)\/README\.md$/.exec(file)?.[1];
  if (folder !== undefined) return `packages/${folder.replaceAll('/', '-')}.html`;
  return `project/${file.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase()}.html`;
}

/** What is no page is copied as it is, under its own path. */
export const fileUrl = (file: string): string => `files/${file.replace(/^\./, 'dot-')}`;

/** How one page of the site names another. */
export const relative = (from: string, to: string): string => posix.relative(posix.dirname(from), to) || posix.basename(to);

export type Target = { file: string; anchor: string | undefined };

/** Which file of the project a link in a file means; nothing where it leads out of the project. */
export function targetOf(from: string, link: string): Target | undefined {
  if (/^[a-z]+:/i.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(path)));
  return { file: file.replace(/\/$/, ''), anchor };
}
