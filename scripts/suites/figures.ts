const PAIR = /(?:^|\s)([A-Za-z][\w:]*)=(\S+)/g;
const LINES_AT_END = 30;

/** Returns the figures that a suite printed as `key=value` on its last lines, in the order printed. */
export function figuresIn(output: string): Record<string, string> {
  const lines = output.trimEnd().split('\n').slice(-LINES_AT_END);
  const figures: Record<string, string> = {};
  for (const line of lines.filter(isFigureLine))
    for (const [, key, value] of line.matchAll(PAIR)) figures[key as string] = value as string;
  return figures;
}

/** A line of figures consists of pairs only; a sentence with a pair is not one. */
function isFigureLine(line: string): boolean {
  const words = line.trim().split(/\s+/);
  const pairs = words.filter((word) => /^[A-Za-z][\w:]*=\S+$/.test(word));
  return pairs.length > 0 && pairs.length === words.length;
}

/** The test and the first lines of its error are enough to find the cause. */
const LINES_OF_A_FAILURE = 12;

/** Returns the lines that name test files which failed at first and passed when they were repeated (scripts/test.ts), after their failures. */
export function chanceIn(output: string): string[] {
  const files = output.match(/^failed by chance: .*$/gm) ?? [];
  if (files.length === 0) return [];
  const lines = output.split('\n');
  const failures = lines.flatMap((line, at) => (line.startsWith('FAILED ') ? lines.slice(at, at + LINES_OF_A_FAILURE) : []));
  return [...failures, ...files];
}

/** Returns the processor time of the children in the output of `times` of bash, whose second line has minutes and seconds of them. */
export function cpuSecondsIn(times: string): number | null {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m(\d+[.,]\d+)s/g)];
  if (parts.length !== 2) return null;
  return Math.round(
    parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds?.replace(',', '.')), 0),
  );
}

/** Returns the last line of `N passed, N failed`, for suites that print no other figure. */
export const countsIn = (output: string): string | undefined => output.match(/\d+ passed, \d+ failed/g)?.at(-1);
