// Who may import whom. Downward only: app → http, job-handlers → wire → domain/<m>/index.ts → registry → queue → storage → platform.
const S = '^server/src/';
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const notTests = '\\.test(-kit)?\\.ts$';

module.exports = {
  forbidden: [
    never(
      'no-cycles',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
      'Two files that need each other are one file, or are missing a third.',
    ),
    never('platform-is-a-leaf', { path: `${S}platform/`, pathNot: notTests }, { path: S, pathNot: `${S}platform/` }),
    never('storage-only-platform', { path: `${S}storage/`, pathNot: notTests }, { path: S, pathNot: `${S}(storage|platform)/` }),
    never(
      'queue-imports-below',
      { path: `${S}queue/`, pathNot: notTests },
      { path: S, pathNot: `${S}(queue|storage|platform)/` },
    ),
    never(
      'registry-imports-below',
      { path: `${S}registry/`, pathNot: notTests },
      { path: S, pathNot: `${S}((registry|queue|storage|platform)/|adapters/definitions\\.ts$)` },
    ),
    never(
      'queue-through-its-index',
      { path: '^(server|tests|scripts)/', pathNot: `${S}queue/` },
      { path: `${S}queue/`, pathNot: `${S}queue/index\\.ts$` },
      'queue/index.ts is the public API of the job queue.',
    ),
    never('only-the-queue-uses-nats', { path: S, pathNot: `${S}queue/` }, { path: 'node_modules/@nats-io' }),
    never(
      'http-does-not-work',
      { path: `${S}http/` },
      { path: `${S}job-handlers/` },
      'A request enqueues a job; it never runs one.',
    ),
    never('job-handlers-not-http', { path: `${S}job-handlers/` }, { path: `${S}http/` }),
    never(
      'domain-looks-down',
      { path: `${S}domain/`, pathNot: notTests },
      { path: `${S}(http|wire|job-handlers|adapters|app|main|admin|test-kit)` },
    ),
    never(
      'modules-through-the-door',
      { path: `${S}domain/([^/]+)/` },
      { path: `${S}domain/`, pathNot: [`${S}domain/$1/`, `${S}domain/[^/]+/index\\.ts$`] },
    ),
    never(
      'outsiders-through-the-door',
      { path: S, pathNot: `${S}domain/` },
      { path: `${S}domain/`, pathNot: `${S}domain/[^/]+/index\\.ts$` },
    ),
    never(
      'adapters-look-down',
      { path: `${S}adapters/`, pathNot: notTests },
      {
        path: S,
        pathNot: `${S}(adapters|platform)/|${S}domain/[^/]+/index\\.ts$|${S}storage/context\\.ts$|${S}registry/channel`,
      },
    ),
    never(
      'channel-definitions-are-pure',
      { path: `${S}adapters/[^/]+/definition\\.ts$` },
      { path: '.', pathNot: `${S}(registry/channel-definition\\.ts$|platform/)` },
      'The domain and the wire format read the definition of a channel; they must not load its adapter.',
    ),
    never(
      'adapters-are-strangers',
      { path: `${S}adapters/([^/]+)/`, pathNot: notTests },
      { path: `${S}adapters/[^/]+/`, pathNot: `${S}adapters/$1/` },
      'A channel knows nothing of the others; what they share is a file beside them.',
    ),
    never(
      'only-the-edge-knows-adapters',
      { path: S, pathNot: `${S}((adapters|http|job-handlers)/|registry/channels\\.ts$|app\\.ts$)|${notTests}` },
      { path: `${S}adapters/` },
    ),
    never(
      'the-edge-is-thin',
      { path: `${S}edge/`, pathNot: notTests },
      { path: S, pathNot: `${S}(edge|platform)/` },
      'It stores nothing and verifies nothing; cells do.',
    ),
    never('sandbox-stands-alone', { path: '^sandbox/', pathNot: notTests }, { path: '^(server|tests)/' }),
    never(
      'sdk-stands-alone',
      { path: '^sdk/src/', pathNot: notTests },
      { path: '.', pathNot: '^sdk/src/' },
      'It runs where nothing else is.',
    ),
    never(
      'the-command-line-uses-the-sdk',
      { path: '^cli/' },
      { path: '^(server|sandbox|tests)/' },
      'What the command line can do, every integrator can do.',
    ),
    never(
      'the-console-uses-the-sdk',
      { path: '^console/' },
      { path: '^(server|sandbox|tests|cli|scripts)/', pathNot: `${S}platform/search/filter-language\\.ts$` },
      'What the console can do, every integrator can do. Whether a chat belongs to a list is decided with the code of the server.',
    ),
    never(
      'areas-are-strangers',
      { path: '^console/src/areas/([^/]+)/' },
      { path: '^console/src/areas/', pathNot: '^console/src/areas/$1/' },
      'What two areas share is in app, kit, live or actions.',
    ),
    never(
      'only-the-router-knows-areas',
      { path: '.', pathNot: '^(console/src/(areas/|app/(router|phone-slot)\\.tsx$)|tests/flows/)' },
      { path: '^console/src/areas/' },
      'tests/flows compares the editor with its pure functions.',
    ),
    never(
      'the-kit-is-a-leaf',
      { path: '^console/src/kit/' },
      { path: '^console/src/', pathNot: '^console/src/kit/' },
      'Components of the kit know nothing of the application.',
    ),
    never(
      'live-and-actions-look-down',
      { path: '^console/src/(live|actions)/' },
      { path: '^console/src/', pathNot: '^console/src/(live|actions|kit)/' },
    ),
    // Phone numbers, the list of channels and event definitions are pure, too.
    never(
      'wire-is-pure',
      { path: `${S}wire/`, pathNot: notTests },
      { path: S, pathNot: `${S}((wire|domain)/|platform/phone-number\\.ts|registry/(channels|event(s|-definition|-data))\\.ts)` },
    ),
    never(
      'wire-takes-types',
      { path: `${S}wire/`, pathNot: notTests },
      { path: `${S}domain/`, dependencyTypesNot: ['type-only'] },
    ),
    never('wire-is-for-the-edge', { path: S, pathNot: `${S}((wire|http)/|job-handlers/render)` }, { path: `${S}wire/` }),
    never(
      'versions-are-strangers',
      { path: `${S}(?:http|wire)/(v[23])/` },
      { path: `${S}(http|wire)/v[23]/`, pathNot: `${S}(http|wire)/$1/` },
    ),
    never(
      'v2-is-removable',
      { path: '^server/', pathNot: `${S}(http/v2/|wire/v2/|http/index|job-handlers/render)` },
      { path: `${S}(http|wire)/v2/` },
    ),
    never(
      'only-the-root-wires',
      { path: S, pathNot: `${S}(app|main|admin|test-kit/.*)\\.ts|${notTests}` },
      { path: `${S}(app|main|admin)\\.ts` },
    ),
    never('test-kit-is-for-tests', { path: S, pathNot: [`${S}test-kit/`, notTests] }, { path: `${S}test-kit/` }),
    never('conformance-knows-only-http', { path: '^tests/conformance/', pathNot: 'own-server' }, { path: '^server/' }),
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' } },
};
