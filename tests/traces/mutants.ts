import { type Mutant, testMutants } from '../chaos/mutant.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { play } from './play.ts';

/** Each mutant breaks the traces of some causes. */
const bugs: Pick<Mutant<'causes', 'complete'>, 'name' | 'replacements'>[] = [
  {
    name: 'jobs do not store what caused them',
    replacements: [[/origin: storedOrigin\(origin \?\? ctx\.origin\),/, 'origin: null,']],
  },
  {
    name: 'a scheduled message does not store what caused it',
    replacements: [[/\{ at: scheduledAt \}/, '{ at: scheduledAt, origin: {} }']],
  },
  {
    name: 'the call of the provider is in a trace of its own',
    replacements: [
      [
        /kind: 'client',\n\s+parent: ctx\.origin\?\.traceparent,\n(\s+attributes: \{ 'patchbay\.message_id')/,
        "kind: 'client',\n$1",
      ],
    ],
  },
  {
    name: 'messages do not store what caused them, so a receipt is in no trace',
    replacements: [[/made\.map\(\(one\) => \(one\.origin \?\? ctx\.origin\)\?\.traceparent \?\? null\)/, 'made.map(() => null)']],
  },
  {
    name: 'a receipt belongs to the request that brought it',
    replacements: [[/if \(traceparent === null\) continue;/, 'continue;']],
  },
  {
    name: 'a message belongs to the first callback that its job reads',
    replacements: [[/return originFrom\(origin \?\? undefined, span\);/, 'return ctx.origin;']],
  },
  {
    name: 'events that share a transaction belong to no trace',
    replacements: [[/origin: originOf\.get\(event\.id\),/, 'origin: {},']],
  },
  {
    name: 'the run of a job is not passed on',
    replacements: [[/work\(\{ \.\.\.ctx, origin, log \}\)/, 'work({ ...ctx, log })']],
  },
];

export const testTraceMutants = (): Promise<boolean> =>
  testMutants<Environment, 'causes'>({
    startEnvironment: (bug) => startEnvironment(bug),
    scenarios: {
      async causes(environment) {
        const { causes, delivered, complete, faults } = await play(environment);
        const wrong = [delivered < causes ? `delivered=${delivered}` : '', complete < delivered ? `complete=${complete}` : ''];
        return { faults: wrong.filter(Boolean), samples: faults, figures: { causes, delivered, complete } };
      },
    },
    mutants: bugs.map((bug) => ({ ...bug, scenario: 'causes', red: 'complete' })),
  });
