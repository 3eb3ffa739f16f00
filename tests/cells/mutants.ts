/** A bug in the source, and what the suite must then find. `kills`: how often the command is killed. */
type Mutant = { name: string; replacements: [RegExp, string][]; red: RegExp; kills?: number };

/** More time in the freeze, after everything was compared. The unchanged source keeps its promise with it. */
export const SLOWER: [RegExp, string] = [/await compareRest\(work\);/, 'await compareRest(work);\n  await wait(1_000);'];

export const mutants: Mutant[] = [
  {
    name: 'a freeze does not refuse requests',
    replacements: [SLOWER, [/m\.gate in \('frozen', 'moved', 'arriving'\)/, "m.gate in ('moved', 'arriving')"]],
    red: /^lost=|The cells differ/,
  },
  {
    name: 'the target works on rows that arrive',
    replacements: [
      [/m\.gate in \('frozen', 'moved', 'arriving'\)/, "m.gate in ('frozen', 'moved')"],
      [/and m\.gate <> 'open'\)`/, "and m.gate not in ('open', 'arriving'))`"],
      [/where gate in \('held', 'frozen', 'arriving'\) or/, "where gate in ('held', 'frozen') or"],
    ],
    red: /^dup=|The cells differ|begun the replication again/,
  },
  {
    name: 'a freeze does not wait for running jobs',
    replacements: [
      [
        /isHeld: \(tenantId: string\): boolean => held\.has\(tenantId\),/,
        'isHeld: (tenantId: string): boolean => held.has(tenantId) && tenantId === workerId,',
      ],
      [/running: running\.get\(tenantId\) \?\? 0 \}/, 'running: 0 }'],
    ],
    red: /^twice webhooks=/,
  },
  {
    name: 'rows are deleted while the replication goes on',
    replacements: [
      [/ {2}await dropSubscription\(target, tenantId\);\n {2}await dropPublication\(source, tenantId\);\n {2}for/, '  for'],
    ],
    red: /^lost=/,
  },
  {
    name: 'the source forgets where the tenant went',
    replacements: [[/ {2}return 'done';\n/, "  await deleteMove(source, tenantId);\n  return 'done';\n"]],
    red: /^redirects=/,
  },
  {
    name: 'files that were uploaded late are not copied',
    replacements: [
      [/ {2}await copyFiles\(source, work\.stores, tenantId\);\n {2}await endRunningJobs/, '  await endRunningJobs'],
      [/ {2}await copyFiles\(source, stores, tenantId, filesSince\);\n/, '  void filesSince;\n'],
    ],
    red: /^missing files=/,
  },
  {
    name: 'the target cannot verify tokens of the source',
    replacements: [[/ {2}await copySigningKeys\(source, target\);\n/, '']],
    red: /^unavailableSeconds=/,
  },
  {
    name: 'the edge does not follow a tenant',
    replacements: [[/answer\.statusCode === 421/, 'answer.statusCode === 420']],
    red: /^unavailableSeconds=/,
  },
  {
    name: 'nobody ends a freeze whose command was killed',
    replacements: [[/ {4}if \(found\.some[^;]*;\n/, '']],
    red: /^unavailableSeconds=/,
    kills: 1,
  },
];
