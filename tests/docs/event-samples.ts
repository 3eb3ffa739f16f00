import { existsSync, readFileSync } from 'node:fs';

const PAGE = new URL('../../docs/reference/events.md', import.meta.url);
const SECTION = /^### (\S+)\n([\s\S]*?)(?=^##|(?![\s\S]))/gm;
const BLOCK = /^```json\n([\s\S]*?)^```$/m;

export const hasEventReference = (): boolean => existsSync(PAGE);

/** Returns the sample of each event type in docs/reference/events.md: the first JSON block of its section, if there is one. */
export function eventSamples(): Map<string, string | undefined> {
  const sections = [...readFileSync(PAGE, 'utf8').matchAll(SECTION)];
  return new Map(sections.map(([, type = '', text = '']) => [type, BLOCK.exec(text)?.[1]]));
}

/** Returns the rows of the tables in docs/reference/events.md, without padding. */
export const eventTable = (): string[] =>
  readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/ +/g, ' '));
