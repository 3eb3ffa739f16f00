import type { Suite } from './suite.ts';

/**
 * All suites in the order of the nightly run: what each proves, its short form in CI, its form at full size.
 */
export const suites: Suite[] = [
  {
    name: 'code',
    script: 'check:code',
    promise:
      'The source passes all static checks: format, types, lint, imports, table owners, OpenAPI, migrations, unused code and generated pages',
    ci: { seconds: 120 },
    nightly: {},
  },
  {
    name: 'tests',
    script: 'test',
    promise: 'Unit and HTTP tests on real services pass',
    ci: { seconds: 400 },
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
      "No tenant reads or changes another tenant's data: every operation is probed with foreign ids, the policies of all tables are read from the database, and connections are shared under errors and cancellations",
    ci: { seconds: 80, env: { TOKENS: 'exact', SHARE: '64', TRANSACTIONS: '2000' } },
    nightly: {},
  },
  {
    name: 'test:visibility',
    script: 'test:visibility',
    promise:
      'A user sees only the conversations that visibility and channels allow: every operation, search, count, report and feed event is probed as users who see all, those of their teams, or their own, on all and on some channels',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:audit',
    script: 'test:audit',
    promise:
      'Every accepted change is in the audit log exactly once, refused and replayed calls are not; a killed server leaves both the change and its entry, or neither',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:traces',
    script: 'test:traces',
    promise:
      'Every kind of cause leads to one complete trace, from the request over jobs, provider and receipt to the delivered webhook, although the broker loses all its messages in between',
    ci: { seconds: 50 },
    nightly: {},
  },
  {
    name: 'test:alerts',
    script: 'test:alerts',
    promise:
      'Every alert rule fires when its fault is caused in an installation that a real Prometheus scrapes, and not without; every panel of the dashboard has data',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:reseal',
    script: 'test:reseal',
    promise:
      'The master key is replaced while requests open and store sealed values: no request fails, no value is lost, and nothing is left that only the old key opens, although the command is killed once',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:restore',
    script: 'test:restore',
    promise:
      'An installation that is destroyed in the middle of its traffic is restored on another machine from pgBackRest and the WAL receiver with every acknowledged write, and again to an earlier moment; work resumes and no contact gets a message twice',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:cells',
    script: 'test:cells',
    promise:
      'A tenant with 100,000 messages, files and waiting work moves between two cells under traffic through the edge while the command is killed ten times: nothing accepted is lost or done twice, no outage is longer than five seconds, and the old cell names the new one',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:assignment',
    script: 'test:assignment',
    promise:
      'Chats that arrive at eight workers while twenty users change their availability are assigned in order and fairly; no user gets more chats than the maximum, a chat of a hidden channel, or one while away, and no chat waits while a user has room',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:tokens',
    script: 'test:tokens',
    promise: 'Forged, foreign, expired and revoked tokens are refused',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:signin',
    script: 'test:signin',
    promise:
      'No attack on sign-in succeeds: session fixation, cookies in place of tokens, other origins, stuffed credentials, timing, links used twice, access after removal, replayed and guessed codes, passkeys of other sites, identity providers that lie',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:limits',
    script: 'test:limits',
    promise: 'Several processes together accept exactly as many requests as the limit allows',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:security',
    script: 'test:security',
    promise: 'No attack of the security review succeeds against running servers',
    ci: { seconds: 44, env: { ONLY: '3,5,6,7,9,12,13,14,15,16,17,18,19,21,22,24' } }, // the others take minutes
    nightly: {},
  },
  {
    name: 'test:hostile',
    script: 'test:hostile',
    promise:
      'Every parser of untrusted input needs time in proportion to its input up to its limit; hostile input of one tenant neither blocks the event loop nor slows another tenant',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:console',
    script: 'test:console',
    promise:
      'People do their work in the console in a real browser: sign-in by password, passkey and OpenID Connect, inbox, contacts, campaigns, automations, reports, settings, developers, operations and the sandbox phone, two people in one chat, a restart of the server and time without network; no error, no violation of the content security policy, no serious accessibility fault',
    ci: {
      seconds: 200,
      env: {
        OFFLINE_MS: '3000',
        SCREENS: 'main',
        AREAS: 'inbox,lists,two agents,keyboard,sign-in,frame,settings,automations,outage',
      },
    },
    nightly: {},
  },
  {
    name: 'test:flows',
    script: 'test:flows',
    promise:
      'Random definitions, drawn in the editor of automations in a real browser, edited by random operations through menus, forms and keys and saved through the API, are what the same operations make of the definition; no two boxes of the automatic layout overlap',
    ci: { seconds: 120, env: { DEFINITIONS: '20' } },
    nightly: {},
  },
  {
    name: 'test:consent',
    script: 'test:consent',
    promise:
      'Every combination of consent, channel, purpose and message kind is decided as in a hand-written table, and the history is correct as of any date',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:quotas',
    script: 'test:quotas',
    promise: 'No tenant exceeds a quota of its plan under concurrent requests, and usage equals a recount',
    ci: { seconds: 38 },
    nightly: {},
  },
  {
    name: 'test:receivers',
    script: 'test:receivers',
    promise:
      'Retries and limits of webhooks hold for every behaviour of a receiver: errors, 410, Retry-After, no answer, slow and huge answers, bad TLS',
    ci: { seconds: 44 },
    nightly: {},
  },
  {
    name: 'test:ssrf',
    script: 'test:ssrf',
    promise: 'No spelling of a private address, no redirect and no changing DNS name makes a webhook reach the private network',
    ci: { seconds: 42 },
    nightly: {},
  },
  {
    name: 'test:uploads',
    script: 'test:uploads',
    promise:
      'No browser executes an uploaded file, its URL cannot be guessed, and a refused or deleted file leaves nothing behind',
    ci: { seconds: 26, env: { STORES: 'disk' } },
    nightly: {},
  },
  {
    name: 'test:docs',
    script: 'test:docs',
    promise:
      'Every example of the documentation runs, every link works, and every operation, error, event and setting is documented',
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
    name: 'test:recipes',
    script: 'test:recipes',
    promise:
      'Each recipe of CONTRIBUTING.md, followed by a script in a copy of the repository, ends in green checks and touches no more files than stated',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:channels',
    script: 'test:channels',
    promise:
      'All four channels pass one list of requirements; ten thousand messages in repeated, batched and shuffled callbacks are stored once, and no status goes back; the sandbox enforces the documented rules of the providers',
    ci: { seconds: 100, args: ['suite', 'knobs', 'rules', 'storm'], env: { COUNT: '300' } },
    nightly: {},
  },
  {
    name: 'test:mail',
    script: 'test:mail',
    promise:
      'Two hundred realistic mails (multipart, charsets, quotes in forty languages, bounces, invitations, signatures) are parsed as expected; sending through Postfix and reading from Dovecot work with passwords and with OAuth 2.0',
    ci: { seconds: 18, args: ['--parts', 'corpus,postfix'] }, // OAuth scenarios wait for minutes
    nightly: {},
  },
  {
    name: 'test:sandbox',
    script: 'test:sandbox',
    promise:
      "A sandbox tenant's channels reach only the sandbox, a real tenant's channels never do; no token works in the other mode; sandbox usage is not billed",
    ci: { seconds: 30 },
    nightly: {},
  },
  {
    name: 'test:containers',
    script: 'test:containers',
    promise:
      'The image is built and the unchanged compose file runs from empty volumes to a signed webhook and an answered message on each channel; every container is restarted, an upgrade fails no request, no container has rights it does not need, and no secret of the build is in the image',
    ci: { seconds: 2, env: { PARTS: 'files' } },
    nightly: {},
  },
  {
    name: 'test:install',
    script: 'test:install',
    promise:
      'One script installs Patchbay on a plain Debian 13 with systemd, until a signed webhook is delivered, and upgrades it while requests run, of which none fails; systemd rates every unit as protected',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:chart',
    script: 'test:chart',
    promise:
      'Every template of the Helm chart, rendered with five sets of values, is valid by the schemas of the Kubernetes API and has probes, limits, matching selectors and restricted pods',
    ci: { seconds: 10 },
    nightly: {},
  },
  {
    name: 'test:supply',
    script: 'test:supply',
    promise:
      'Installed packages have allowed licences, hashes and no install script that is not allowed by name; the SBOM names every production package; packed SDK and command line run in an empty folder; every threat of SECURITY.md has a test',
    ci: { seconds: 15 },
    nightly: {},
  },
  {
    name: 'test:dev',
    script: 'test:dev',
    promise:
      'The commands that `npm run dev` prints work as pasted, and a message is in the chat and at the webhook within a second',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:sdk',
    script: 'test:sdk',
    promise:
      'The SDK calls every operation in Node and in a browser; retries, keys, aborts, iterators, errors and signatures work on faulty connections',
    ci: { seconds: 68 },
    nightly: {},
  },
  {
    name: 'test:cli',
    script: 'test:cli',
    promise:
      'The command line works as its guide says, in a terminal and in pipes: no event is missed, no token is printed, no newer version is overwritten',
    ci: { seconds: 140 },
    nightly: {},
  },
  {
    name: 'test:simulation',
    script: 'test:simulation',
    promise:
      'The invariants of automation runs hold over ten thousand random definitions with random replies, crashes and clock changes',
    ci: { seconds: 2, env: { SEEDS: '1000' } },
    nightly: {},
  },
  {
    name: 'test:recurrence',
    script: 'test:recurrence',
    promise:
      'Schedules agree with a second implementation of RFC 5545 over random rules in every time zone, including daylight saving changes',
    ci: { seconds: 6, env: { RULES: '50' } },
    nightly: {},
  },
  {
    name: 'chaos:delivery',
    script: 'chaos:delivery',
    promise:
      'No accepted event is lost and no endpoint is skipped while workers, API, NATS, Redis and PostgreSQL are killed, stopped and wiped; repeated deliveries have the same id',
    ci: { seconds: 40, env: { EVENTS: '500', KILLS: '3' } },
    nightly: {},
  },
  {
    name: 'chaos:send',
    script: 'chaos:send',
    promise:
      'No contact gets a message twice and no message is lost silently while workers are killed and stopped and connections are cut, as counted by the provider; unknown results are reported as unknown; no chat is blocked for a minute',
    ci: null,
    nightly: {},
  },
  {
    name: 'chaos:automations',
    script: 'chaos:automations',
    promise:
      'Every automation run ends, no step runs twice and none is lost while workers are killed, as counted in the database and at the provider',
    ci: null,
    nightly: {},
  },
  {
    name: 'chaos:campaign',
    script: 'chaos:campaign',
    promise:
      "Every contact of a campaign's audience gets the message exactly once while workers, API and NATS are killed during expansion and sending; a pause takes effect within a second",
    ci: null,
    nightly: {},
  },
  {
    name: 'chaos:reports',
    script: 'chaos:reports',
    promise:
      'The counters of reports equal a recount of the rows after workers and API processes were killed while they counted and folded, and no report ever counts less than one before',
    ci: null,
    nightly: {},
  },
  {
    name: 'chaos:upgrade',
    script: 'chaos:upgrade',
    promise:
      'The processes of the previous release are replaced one after the other by those of this one, and back, under load: no request fails, no accepted contact or message is lost or delivered twice',
    ci: null,
    nightly: {},
  },
  {
    name: 'test:versions',
    script: 'test:versions',
    promise:
      'Migrations, storage, queue, live feed, rate limits and deliveries under kills work on every supported version of PostgreSQL, NATS, and Redis or Valkey, whose versions the services themselves report',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:read',
    script: 'bench:read',
    promise: 'Reading a chat reaches a stated share of the speed of a bare handler with the same SQL',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:tracing',
    script: 'bench:tracing',
    promise: 'Exporting traces costs at most a twentieth of the speed of reading a chat',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:delivery',
    script: 'bench:delivery',
    promise:
      'Webhook deliveries, from rows to recorded attempts, reach a stated share of the speed of a bare loop that only consumes, signs and posts; latency on an idle server is bounded',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:fairness',
    script: 'bench:fairness',
    promise:
      'A dead endpoint, a slow endpoint, a tenant with a long queue or a tenant with 1,000 slow jobs (calls, downloads, deliveries, sends, mailboxes, exports, imports) delays others by a bounded factor: p99 beside it is at most 1.5 times p99 alone',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:inbound',
    script: 'bench:inbound',
    promise:
      'WhatsApp callbacks are accepted, and their messages and events stored, at a stated share of the speed of a bare script that writes the same rows in batches',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:inbox',
    script: 'bench:inbox',
    promise:
      'In a tenant with a million chats and five million messages, fifty people open, list, count, search and reply at most twice as slowly (searches of messages and names three times) as in one with ten thousand chats; a feed event reaches fifty listeners at most three times as late as one',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:growth',
    script: 'bench:growth',
    promise:
      'Reading a chat, the inbox list, counts, searches, an inbound message, a webhook delivery and the page of a campaign do not become slower with size: from 10,000 to 1,000,000 chats of a tenant, from 10 to 10,000 tenants, from 1 to 10,000 webhooks, from 0 to 1,000,000 waiting jobs, and with a snapshot held open for ten minutes under writes, p99 is at most 1.5 times that of the smallest size, of searches three times',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:console',
    script: 'bench:console',
    promise:
      'The console loads at most 250 kB of script before the inbox can be used; with 100,000 chats and a thread of 20,000 messages, opening, scrolling, typing and sending are on the screen within 100 ms (p95) and at most twice as late as with 100 chats; a message is on the screen within 500 ms (p95) of the callback; the memory of a page grows by at most 10 % in the second half of an hour of events; a running campaign of 100,000 recipients changes its page at most four times a second, and clicks are answered within 100 ms (p95); a graph of 300 steps follows the pointer and the keyboard within 50 ms (p95)',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:queries',
    script: 'bench:queries',
    promise:
      'No statement that the server sends scans or sorts a table that grows: each is recorded and explained on a database in which these tables are large',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:search',
    script: 'bench:search',
    promise: 'A search over a hundred thousand automations takes at most three times as long as over a thousand',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:automations',
    script: 'bench:automations',
    promise:
      'A worker runs steps of automations at a stated share of the speed of the bare transaction; with a million runs waiting, a due run starts within a second',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:campaign',
    script: 'bench:campaign',
    promise:
      'One worker sends campaign messages at a stated share of the speed of a bare loop; a million contacts are expanded to recipients with bounded memory',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:connections',
    script: 'bench:connections',
    promise:
      'One API process holds 10,000 connections to the event feed: an event reaches 1,000 listeners of a tenant within a second (p95), and p99 of other requests is at most 1.5 times that without them',
    ci: null,
    nightly: {},
  },
  {
    name: 'bench:soak',
    script: 'bench:soak',
    promise:
      'For 20 minutes at 70 % of the measured limit, memory of each process, database connections, and bytes per message grow by at most a tenth from the middle to the last third, and dead rows stay within what autovacuum leaves',
    ci: null,
    nightly: {},
  },
  ...mutants(),
];

/** Returns the runs of suites against copies of the source with planted bugs. The suite must fail for each of them. */
function mutants(): Suite[] {
  const withArgument = [
    'test:visibility',
    'test:isolation',
    'test:signin',
    'test:audit',
    'test:reseal',
    'test:restore',
    'test:cells',
    'test:traces',
    'test:alerts',
    'test:assignment',
    'test:docs',
    'test:sdk',
    'test:cli',
    'test:mail',
    'test:sandbox',
    'test:containers',
    'test:chart',
    'test:supply',
    'test:versions',
    'test:simulation',
    'test:recurrence',
    'bench:queries',
    'bench:growth',
    'chaos:send',
    'chaos:automations',
    'chaos:campaign',
    'chaos:reports',
    'chaos:upgrade',
    'test:console',
    'test:flows',
  ].map((script) => ({ name: `${script} mutants`, script, promise: null, ci: null, nightly: { args: ['--mutants'] } }));
  return [...withArgument, { name: 'chaos:delivery mutants', script: 'chaos:mutants', promise: null, ci: null, nightly: {} }];
}
