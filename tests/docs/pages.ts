import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allPages } from '../../scripts/docs/navigation.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A fenced block of a page. `info` is the text after the language, such as the operation whose body it is. */
export type Block = { page: string; line: number; language: string; info: string; text: string };

export type Page = { file: string; source: string; blocks: Block[] };

export const readPages = (): Page[] =>
  allPages(root)
    .toSorted()
    .map((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return { file, source, blocks: blocksOf(file, source) };
    });

export function blocksOf(page: string, source: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: number }) | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const [, indent = '', language = '', info = ''] = /^( *)```(\S*) *(.*)$/.exec(line) ?? [];
    const isFence = /^ *```/.test(line);
    if (isFence && open) {
      blocks.push({ page, line: open.line, language: open.language, info: open.info, text: open.text });
      open = undefined;
    } else if (isFence) open = { page, line: index + 1, language, info: info.trim(), text: '', indent: indent.length };
    else if (open) open.text += `${line.slice(open.indent)}\n`;
  }
  if (open) throw new Error(`${page}:${open.line}: the block is never closed`);
  return blocks;
}

export const placeOf = ({ page, line }: Pick<Block, 'page' | 'line'>): string => `${page}:${line}`;
