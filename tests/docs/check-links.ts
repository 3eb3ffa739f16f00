import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Every link, script, style and picture of the built site leads to a file, and every # to an id in it; nothing leaves the site but plain links. */
export function deadLinksIn(site: string): string[] {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const known = new Map<string, Set<string>>();
  const idsOf = (path: string): Set<string> => {
    const ids =
      known.get(path) ?? new Set([...readFileSync(path, 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => String(id)));
    known.set(path, ids);
    return ids;
  };
  return pages.flatMap((name) => {
    const path = join(site, name);
    const html = readFileSync(path, 'utf8').replaceAll(/<code>[\s\S]*?<\/code>/g, '');
    return [...html.matchAll(/<(\w+)[^>]*? (?:href|src)="([^"]*)"/g)].flatMap(([, tag, link]) => {
      const fault = faultOf(path, String(tag), String(link), idsOf);
      return fault === undefined ? [] : [`${relative(site, path)}: ${link} ${fault}`];
    });
  });
}

function faultOf(from: string, tag: string, link: string, idsOf: (path: string) => Set<string>): string | undefined {
  if (/^[a-z]+:/i.test(link)) {
    if (tag !== 'a') return 'is fetched from elsewhere';
    return /^(https?|mailto):/.test(link) ? undefined : 'is of a kind no reader can follow';
  }
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), decodeURIComponent(path));
  if (!existsSync(target) || !statSync(target).isFile()) return 'leads to nothing';
  if (anchor === undefined || !target.endsWith('.html')) return undefined;
  return idsOf(target).has(decodeURIComponent(anchor)) ? undefined : 'has no such heading';
}
