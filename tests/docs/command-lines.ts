import { commands } from '../../cli/src/commands/index.ts';
import { parseCommandLine } from '../../cli/src/parse.ts';
import type { Block } from './pages.ts';

/** Where a command begins in a line, and where its words end: at a comment, a pipe, a file or a closing bracket. */
const CALLED = /(?:^|npx |\()patchbay ([^#|<>)\n]+)/gm;

/** What the command line's own parser says of the commands a block shows. `npm run test:cli` runs every command. */
export function commandFault({ text }: Block): string | undefined {
  const called = [...text.matchAll(CALLED)].map(([, words = '']) => words.trim());
  if (called.length === 0) return 'calls no command of patchbay';
  return called.map(faultOf).find((fault) => fault !== undefined);
}

function faultOf(words: string): string | undefined {
  try {
    parseCommandLine(commands, words.split(/\s+/));
    return undefined;
  } catch (error) {
    return `shows "patchbay ${words}", which is refused: ${(error as Error).message}`;
  }
}
