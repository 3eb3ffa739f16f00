import type { Suite } from './suite.ts';

/**
 * Every suite of the project, in the order of the nightly run: what it promises, its short form in CI, its form at full size.
 * Adding a suite is adding a row.
 */
export const suites: Suite[] = [
  {
    name: 'code',
    script: 'check:code',
    promise:
      'The source itself is checked: format, types, lint, imports, table owners, OpenAPI, migrations, unused code and promises',
    ci: { seconds: 120 },
    nightly: {},
  },
  {
    name: 'tests',
    script: 'test',
    promise: 'Unit and HTTP tests on real services pass',
    ci: { seconds: 300 },
    nightly: {},
  },
  {
    name: 'conformance',
    script: 'conformance',
    promise: 'The API does what its specification says, seen through HTTP only',
    ci: { seconds: 220 },
    nightly: {},
  },
  {
    name: 'test:isolation',
    script: 'test:isolation',
    promise:
      "No tenant sees or touches what is another's: every operation is probed, the database's catalogue is read, and connections are shared under errors and cancels",
    ci: { seconds: 90, env: { TOKENS: 'exact', SHARE: '16' } },
    nightly: {},
  },
  {
    name: 'test:audit',
    script: 'test:audit',
    promise:
      'Every accepted change is in the audit log once, refused and replayed calls are not, and servers killed in the middle leave both or neither',
    ci: { seconds: 50 },
    nightly: {},
  },
  {
    name: 'test:tokens',
    script: 'test:tokens',
    promise: 'Forged, foreign, expired and revoked tokens are refused',
    ci: { seconds: 35, env: { SHARE: '6' } },
    nightly: {},
  },
  {
    name: 'test:limits',
    script: 'test:limits',
    promise: 'From several processes exactly the limit passes',
    ci: { seconds: 90, env: { KEYS: '50', ROUNDS: '2' } },
    nightly: {},
  },
  {
    name: 'test:security',
    script: 'test:security',
    promise: 'Each finding of the security test is played against running servers, and none succeeds',
    ci: { seconds: 44, env: { ONLY: '3,5,6,7,9,12,13,14,15,16,17,18,19,21,22,24' } }, // the others take minutes
    nightly: {},
  },
  {
    name: 'test:hostile',
    script: 'test:hostile',
    promise:
      'Every parser of outside input takes time in proportion to its input up to its limit, and hostile inputs of one tenant neither block the event loop nor slow another tenant',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:consent',
    script: 'test:consent',
    promise:
      'Every state of consent × channel × purpose × kind of message is decided as a table written by hand says, the history is right as of any date, and a server that ignores the channel is noticed (`-- --mutants`)',
    ci: { seconds: 32, env: { PLACES: 'this_channel,another_channel' } },
    nightly: {},
  },
  {
    name: 'test:quotas',
    script: 'test:quotas',
    promise: 'No tenant exceeds a quota of its plan, whatever is created at once, and usage agrees with a recount',
    ci: { seconds: 38 },
    nightly: {},
  },
  {
    name: 'test:receivers',
    script: 'test:receivers',
    promise:
      'Whatever a receiver does (errors, 410, Retry-After, silence, slow drips, huge answers, bad TLS), the schedule and the limits hold',
    ci: { seconds: 44 },
    nightly: {},
  },
  {
    name: 'test:ssrf',
    script: 'test:ssrf',
    promise: 'No spelling of a private address, redirect or changing name makes a webhook call inside the network',
    ci: { seconds: 42 },
    nightly: {},
  },
  {
    name: 'test:uploads',
    script: 'test:uploads',
    promise:
      'Whatever is uploaded, no browser runs it, nobody finds it by guessing, and nothing of a refused or deleted file stays behind',
    ci: { seconds: 26, env: { STORES: 'disk' } },
    nightly: {},
  },
  {
    name: 'test:docs',
    script: 'test:docs',
    promise:
      'Every example of the documentation runs, every link leads somewhere, every operation, error, event and setting is documented; planted mistakes are caught (`-- --mutants`)',
    ci: { seconds: 100, args: ['--parts', 'events,links,site,coverage,blocks'] },
    nightly: {},
  },
  {
    name: 'test:quickstart',
    script: 'test:quickstart',
    promise: 'README and quickstart work as pasted, command by command, in an empty folder',
    ci: { seconds: 50, env: { INSTALL: 'linked' } },
    nightly: {},
  },
  {
    name: 'test:channels',
    script: 'test:channels',
    promise:
      'All four channels keep one list of promises; ten thousand messages in callbacks that are repeated, batched and shuffled are kept once, and no status falls; the sandbox enforces what providers document, rule by rule',
    ci: { seconds: 100, args: ['suite', 'knobs', 'rules', 'storm'], env: { COUNT: '1000' } },
    nightly: {},
  },
  {
    name: 'test:mail',
    script: 'test:mail',
    promise:
      'Two hundred realistic mails (multipart, charsets, quotes in forty languages, bounces, invitations, signatures) become what was written down for each; sending through Postfix and reading from Dovecot hold, with passwords and with OAuth 2.0; planted bugs are noticed',
    ci: { seconds: 18, args: ['--parts', 'corpus,postfix'] }, // OAuth scenarios wait for minutes
    nightly: {},
  },
  {
    name: 'test:sandbox',
    script: 'test:sandbox',
    promise:
      "A sandbox tenant's channels reach the sandbox and nobody else, a real tenant's never; no token passes for the other sort; nothing of it is billed",
    ci: { seconds: 30 },
    nightly: {},
  },
  {
    name: 'test:containers',
    script: 'test:containers',
    promise:
      'The Dockerfile and the compose file say what the tree and the documentation say, and everything starts from a folder laid out as the image would be',
    ci: { seconds: 2, env: { PARTS: 'files' } },
    nightly: {},
  },
  {
    name: 'test:dev',
    script: 'test:dev',
    promise:
      '`npm run dev` takes a newcomer to a conversation: the lines it prints work as pasted, and a message is in the chat and at the webhook in a second',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:sdk',
    script: 'test:sdk',
    promise:
      "The SDK calls every operation in Node and in a browser, as the server's log says; retries, keys, aborts, iterators, errors and signatures hold on a connection that misbehaves",
    ci: { seconds: 68 },
    nightly: {},
  },
  {
    name: 'test:cli',
    script: 'test:cli',
    promise:
      'The command line does in a real terminal and in pipes what its guide says: no event is missed, no token printed, no newer version overwritten; planted bugs are noticed',
    ci: { seconds: 140 },
    nightly: {},
  },
  {
    name: 'test:simulation',
    script: 'test:simulation',
    promise: 'The rules of a run hold over ten thousand random definitions with random replies, crashes and jumps in time',
    ci: { seconds: 2, env: { SEEDS: '1000' } },
    nightly: {},
  },
  {
    name: 'test:recurrence',
    script: 'test:recurrence',
    promise:
      'Schedules agree with a second implementation of RFC 5545 over random rules in every time zone, on both sides of the changes of clocks',
    ci: { seconds: 13, env: { RULES: '200' } },
    nightly: {},
  },
  {
    name: 'chaos:delivery',
    script: 'chaos:delivery',
    promise:
      'No accepted event is lost and no endpoint left out while workers, API, NATS, Redis and PostgreSQL are killed, stopped and wiped; repeats have the same id',
    ci: { seconds: 65, env: { EVENTS: '1000', KILLS: '6' } },
    nightly: {},
  },
  {
    name: 'chaos:send',
    script: 'chaos:send',
    promise:
      'Nobody gets a message twice and none is lost in silence while workers are killed and stopped and connections are cut: the provider counts, and what is unknown is called so; no chat stands still for a minute without a refusal',
    ci: { seconds: 92, env: { SENDS: '300', KILLS: '3' } },
    nightly: {},
  },
  {
    name: 'chaos:automations',
    script: 'chaos:automations',
    promise:
      'Every run of an automation ends, no step is done twice and none is lost while workers are killed: counted in the database and at the provider',
    ci: { seconds: 70, env: { RUNS: '100', KILLS: '3' } },
    nightly: {},
  },
  {
    name: 'chaos:campaign',
    script: 'chaos:campaign',
    promise:
      "Everybody in a campaign's audience gets it, and nobody twice, while workers, API and NATS are killed as it is planned and sent; a pause is felt within a second",
    ci: { seconds: 68, env: { RECIPIENTS: '600', KILLS: '3' } },
    nightly: {},
  },
  {
    name: 'bench:read',
    script: 'bench:read',
    promise: "Reading a chat through the whole pipeline keeps a stated share of a bare handler's speed on the same SQL",
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  {
    name: 'bench:delivery',
    script: 'bench:delivery',
    promise:
      'Deliveries go out, from rows to recorded attempts, at a stated share of the speed of a bare loop that only consumes, signs and posts; and soon after the event when idle',
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  {
    name: 'bench:fairness',
    script: 'bench:fairness',
    promise: 'A dead and a slow endpoint, or a tenant with a long queue, hardly delay the others',
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  {
    name: 'bench:inbound',
    script: 'bench:inbound',
    promise:
      "WhatsApp callbacks are accepted, and their messages stored with their events, at a stated share of a bare script's speed on the same rows",
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  {
    name: 'bench:search',
    script: 'bench:search',
    promise: 'A search over a hundred thousand automations takes about as long as over a thousand',
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  {
    name: 'bench:automations',
    script: 'bench:automations',
    promise:
      "A worker takes steps of automations at a stated share of the bare transaction's speed; with a million runs waiting, a due one starts within a second",
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  {
    name: 'bench:campaign',
    script: 'bench:campaign',
    promise:
      "One worker hands a campaign's messages to the provider at a stated share of a bare loop's speed; a million contacts become recipients and the worker's memory stays flat",
    ci: null,
    nightly: {},
    isBenchmark: true,
  },
  ...mutants(),
];

/** Runs of a suite against copies of the source with planted bugs: the suite must fail for each of them. */
function mutants(): Suite[] {
  const withArgument = [
    'test:isolation',
    'test:audit',
    'test:docs',
    'test:sdk',
    'test:cli',
    'test:mail',
    'test:sandbox',
    'test:containers',
    'test:simulation',
    'test:recurrence',
    'chaos:send',
    'chaos:automations',
    'chaos:campaign',
  ].map((script) => ({ name: `${script} mutants`, script, promise: null, ci: null, nightly: { args: ['--mutants'] } }));
  return [...withArgument, { name: 'chaos:delivery mutants', script: 'chaos:mutants', promise: null, ci: null, nightly: {} }];
}
