import type { Limit } from './recipe.ts';
import type { Touched } from './scratch.ts';

/** Returns what is wrong with the number of touched files or lines, and a short description of them. */
export function compareWithLimit(limit: Limit, touched: Touched): { figure: string; fault: string | undefined } {
  if ('files' in limit) {
    const fault = touched.size > limit.files ? `touches ${touched.size} files by hand, ${limit.files} are allowed` : undefined;
    return { figure: `files=${touched.size} allowed=${limit.files}`, fault };
  }
  const elsewhere = [...touched].filter(([file]) => !limit.folder.test(file));
  const lines = elsewhere.reduce((sum, [, count]) => sum + count, 0);
  const fault =
    lines > limit.linesElsewhere ? `touches ${lines} lines outside its folder, ${limit.linesElsewhere} are allowed` : undefined;
  return { figure: `files=${touched.size} linesElsewhere=${lines} allowed=${limit.linesElsewhere}`, fault };
}

/** Returns the touched files that the section of CONTRIBUTING.md does not name. */
export function unnamedFiles(section: string, touched: Touched): string[] {
  const named = [...section.matchAll(/`([^`\s]+)`|\]\(([^)#\s]+)/g)].map(([, code, link]) => patternOf(String(code ?? link)));
  return [...touched.keys()].filter((file) => !named.some((pattern) => pattern.test(file)));
}

/** `server/src/wire/v3/<thing>.ts` names any file there; a folder with a slash at its end names what is below it. */
function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/<[^>]+>/g, '[^/]+');
  return text.endsWith('/') ? new RegExp(`(^|/)${escaped}`) : new RegExp(`(^|/)${escaped}$`);
}

/** Returns the first TypeScript example of a section. */
export function exampleIn(section: string): string {
  const [, indent, text] = /^( *)```ts\n([\s\S]*?)^ *```$/m.exec(section) ?? [];
  if (text === undefined) throw new Error('the section has no example in TypeScript');
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

/** Returns the text between a heading and the next one of its level. */
export function sectionOf(page: string, heading: string): string | undefined {
  return page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
}
