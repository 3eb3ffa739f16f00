import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from '../docs/copy-tree.ts';
import { root } from '../docs/pages.ts';
import { printFigures } from '../security/environment.ts';
import { type Combination, combinationsOf } from './combinations.ts';
import type { Roots } from './programs.ts';
import { type Run, runCombination } from './run.ts';
import { nameOf, type Service, services, supportedVersions, versionsOf } from './table.ts';

/** A change of the source that only the newest version of a service can live with. */
type Planted = { name: string; service: Service; suite: string; files?: string[]; path: string; from: RegExp; to: string };
type Place = { folder: string; roots: Roots; only: string };

/** Long enough for the chosen files; a job that never starts would be waited for much longer. */
const SUITE_LIMIT_MS = 100_000;
const MODULES = ['.', 'server', 'sandbox', 'sdk', 'cli', 'console'].map((path) => join(path, 'node_modules'));

const planted: Planted[] = [
  {
    name: 'a migration with syntax of PostgreSQL 17',
    service: 'postgresql',
    suite: 'migrate',
    path: 'server/src/storage/migrations/9999_newer.sql',
    from: /^/,
    to: "select n from json_table('[1]', '$[*]' columns (n int path '$'));",
  },
  {
    name: 'a consumer with several filters, which NATS 2.10 has',
    service: 'nats',
    suite: 'tests',
    files: ['server/src/queue/failed-jobs.test.ts'],
    path: 'server/src/queue/streams.ts',
    from: /filter_subject: subject\(wanted\)/,
    to: 'filter_subjects: [subject(wanted)]',
  },
  {
    name: 'a script that uses a name of Valkey',
    service: 'counters',
    suite: 'tests',
    files: ['server/src/platform/token-bucket.test.ts'],
    path: 'server/src/platform/token-bucket.ts',
    from: /redis\.call/g,
    to: 'server.call',
  },
];

/**
 * Services of another version than asked for must be noticed. A planted change must fail on the oldest version of its service, where the
 * untouched source passes, and pass on the newest: the suites notice that a version cannot do what the source needs.
 */
export async function testMutants(place: Place): Promise<boolean> {
  const [newest] = combinationsOf(supportedVersions) as [Combination];
  const project = copyProject(place.folder);
  const results: boolean[] = [];
  const judge = (name: string, isCaught: boolean, detail: string) => {
    results.push(isCaught);
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}: ${detail}`);
  };
  for (const service of services) {
    const name = `${nameOf(oldestOf(service))} in place of ${nameOf(newest[service])}`;
    if (!name.includes(place.only)) continue;
    const { isGreen, output } = await runCombination({
      ...quiet(place, newest),
      programsOf: { ...newest, [service]: oldestOf(service) },
    });
    const fault = /FAULT: (.*was asked for.*)/.exec(output)?.[1];
    judge(name, !isGreen && fault !== undefined, fault ?? lastOf(output));
  }
  for (const mutant of planted.filter(({ name }) => name.includes(place.only))) {
    const older = { ...newest, [mutant.service]: oldestOf(mutant.service) };
    const { isCaught, detail } = await tryPlanted(place, project, mutant, [older, newest]);
    judge(mutant.name, isCaught, detail);
  }
  const caught = results.filter(Boolean).length;
  printFigures({ planted: results.length, caught });
  return results.length > 0 && caught === results.length;
}

async function tryPlanted(place: Place, project: string, mutant: Planted, [older, newest]: [Combination, Combination]) {
  const { suite, files, path, from, to } = mutant;
  const run = (combination: Combination) =>
    runCombination({ ...quiet(place, combination), project, suites: [suite], ...(files && { files }) });
  const untouched = await run(older);
  const undo = replace(join(project, path), from, to);
  const onOlder = await run(older);
  const onNewest = await run(newest);
  undo();
  const isFailed = onOlder.output.includes(`FAULT: ${suite} failed`);
  const wrong = [
    ...(untouched.isGreen ? [] : [`the untouched source fails: ${lastOf(untouched.output)}`]),
    ...(isFailed ? [] : [`passes on ${onOlder.title}: ${lastOf(onOlder.output)}`]),
    ...(onNewest.isGreen ? [] : [`fails on ${onNewest.title}: ${lastOf(onNewest.output)}`]),
  ];
  const asExpected = `${suite} fails on ${nameOf(older[mutant.service])} and passes on ${nameOf(newest[mutant.service])}`;
  return { isCaught: wrong.length === 0, detail: wrong.join('; ') || asExpected };
}

const oldestOf = (service: Service) => versionsOf(service).at(0) as Combination[Service];

const quiet = ({ folder, roots }: Place, combination: Combination): Run => ({
  combination,
  suites: [],
  folder,
  roots,
  suiteLimitMs: SUITE_LIMIT_MS,
  isQuiet: true,
});

const lastOf = (output: string): string => output.trimEnd().split('\n').slice(-8).join(' | ');

/** Replaces text of a file, or makes the file. The returned function undoes it. */
function replace(path: string, from: RegExp, to: string): () => void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = before.replace(from, () => to);
  if (after === before) throw new Error(`${from} is not in ${path}; change the mutant`);
  writeFileSync(path, after);
  return () => writeFileSync(path, before);
}

/** Copies the project to where a fault can be planted; packages are linked. */
function copyProject(folder: string): string {
  const project = join(folder, 'project');
  mkdirSync(project);
  copyTree(root, project);
  for (const path of MODULES.filter((one) => existsSync(join(root, one)))) symlinkSync(join(root, path), join(project, path));
  return project;
}
