import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** What the tests of each file came to. The key is the absolute path of the file that defines the test. */
export type Results = Record<string, { passed: number; failed: number }>;

/** With more failed files than this, none is repeated: that is no chance. */
const MOST_REPEATED = 6;

/** Adds the results of several processes. */
export function addResults(all: Results[]): Results {
  const sum: Results = {};
  for (const [file, { passed, failed }] of all.flatMap((results) => Object.entries(results)))
    sum[file] = { passed: (sum[file]?.passed ?? 0) + passed, failed: (sum[file]?.failed ?? 0) + failed };
  return sum;
}

/**
 * Returns which of the files to run once more. A failed test may be defined in a file that several test files import; then these are
 * repeated. Returns none if there are too many.
 */
export function filesToRepeat(results: Results, files: string[]): string[] {
  const failed = Object.keys(results).filter((file) => (results[file]?.failed ?? 0) > 0);
  const wanted = new Set(failed.flatMap((file) => testFilesOf(file, files)));
  return wanted.size <= MOST_REPEATED ? [...wanted] : [];
}

const testFilesOf = (file: string, files: string[]): string[] =>
  files.some((one) => resolve(one) === file)
    ? files.filter((one) => resolve(one) === file)
    : files.filter((one) => readFileSync(one, 'utf8').includes(`/${basename(file)}'`));

/** Replaces the results of repeated files. */
export const withRepeated = (first: Results, again: Results): Results => ({ ...first, ...again });

/** Returns the files that failed at first and passed then. */
export const failedByChance = (first: Results, again: Results): string[] =>
  Object.keys(again).filter((file) => (first[file]?.failed ?? 0) > 0 && again[file]?.failed === 0);

export const totalOf = (results: Results, name: 'passed' | 'failed'): number =>
  Object.values(results).reduce((total, result) => total + result[name], 0);
