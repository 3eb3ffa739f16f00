import { printFigures } from '../security/environment.ts';
import { checkCompose } from './compose.ts';
import { containerMutants, faultsOfContainer, faultsOfLeakyImage } from './container-mutants.ts';
import { checkDockerfile } from './dockerfile.ts';
import { checkDocumentation } from './documentation.ts';
import { readPlan } from './plan.ts';
import { createReport } from './report.ts';

/** A fault in one of the files, and what must be said of it. */
type Mutant = { name: string; path: string; from: RegExp | string; to: string; red: RegExp };

const compose = 'deploy/compose.yaml';
const mutants: Mutant[] = [
  { name: 'the image runs as root', path: 'Dockerfile', from: 'USER node', to: 'USER root', red: /runs without root/ },
  { name: 'a base that moves', path: 'Dockerfile', from: /24\.21\.0-trixie-slim$/m, to: '24-trixie-slim', red: /pinned/ },
  { name: 'packages of the developer', path: 'Dockerfile', from: ' --omit=dev', to: '', red: /without the developer/ },
  { name: 'a file that is not there', path: 'Dockerfile', from: 'COPY LICENSE', to: 'COPY LICENCE', red: /in the tree/ },
  {
    name: 'a shell in front of the process',
    path: 'Dockerfile',
    from: /^CMD .*$/m,
    to: 'CMD node server/dist/main.js',
    red: /CMD is without a shell/,
  },
  { name: 'no health check', path: 'Dockerfile', from: /^HEALTHCHECK.*$/m, to: '', red: /health check/ },
  { name: 'a word that means nothing', path: 'Dockerfile', from: 'EXPOSE', to: 'EXPOSES', red: /linter/ },
  {
    name: 'a page that others link to is missing',
    path: 'Dockerfile',
    from: 'COPY sandbox/README.md sandbox/\n',
    to: '',
    red: /link of the documentation/,
  },
  { name: 'sources that are ignored', path: '.dockerignore', from: '!server/src', to: '', red: /server\/src gets past/ },
  { name: 'everything goes into the build', path: '.dockerignore', from: /^\*$/m, to: '', red: /keeps \.env out/ },
  {
    name: 'a service whose version is not pinned',
    path: compose,
    from: 'nats:2.12.8-alpine',
    to: 'nats:2.12-alpine',
    red: /nats.*pinned/,
  },
  {
    name: 'a port for everybody',
    path: compose,
    from: '127.0.0.1:${SANDBOX_PAGE_PORT',
    to: '0.0.0.0:${SANDBOX_PAGE_PORT',
    red: /sandbox: port/,
  },
  {
    name: 'a database for everybody',
    path: compose,
    from: '    shm_size: 256m',
    to: '    ports: ["5432:5432"]',
    red: /postgres opens no port/,
  },
  {
    name: 'a password in the file',
    path: compose,
    from: /POSTGRES_PASSWORD: \S.*$/m,
    to: 'POSTGRES_PASSWORD: secret',
    red: /not in the file/,
  },
  {
    name: 'a password in an address',
    path: compose,
    from: /patchbay:\$\{PATCHBAY_DB_PASSWORD[^}]*\}@/,
    to: 'patchbay:pw@',
    red: /password in DATABASE_URL/,
  },
  { name: 'an unknown setting', path: compose, from: '  FILE_STORE: s3', to: '  FILES_STORE: s3', red: /FILES_STORE is in/ },
  {
    name: 'an undocumented setting',
    path: 'docs/configuration.md',
    from: '| `SANDBOX_SMTP_URL`',
    to: '| `OTHER`',
    red: /SANDBOX_SMTP_URL is in docs/,
  },
  {
    name: 'API before its database',
    path: compose,
    from: 'migrate: { condition: service_completed_successfully }',
    to: 'migrate: { condition: service_started }',
    red: /waits for the migration/,
  },
  {
    name: 'a service without a health check',
    path: compose,
    from: 'test: ["CMD", "valkey-cli", "ping"]',
    to: 'disable: true',
    red: /valkey: has a health check/,
  },
  {
    name: 'a variable that no example has',
    path: 'deploy/.env.example',
    from: /^LOG_LEVEL=.*$/m,
    to: '',
    red: /LOG_LEVEL is in deploy/,
  },
  {
    name: 'a file system that can be written',
    path: compose,
    from: '  read_only: true\n  tmpfs: [/tmp]\n  cap_drop',
    to: '  tmpfs: [/tmp]\n  cap_drop',
    red: /api: its file system/,
  },
  { name: 'a service without a limit', path: compose, from: '    mem_limit: 512m\n', to: '', red: /valkey: has a limit/ },
  {
    name: 'an API that stops unnoticed',
    path: compose,
    from: 'DRAIN_DELAY_MS: "5000"',
    to: 'DRAIN_DELAY_MS: "500"',
    red: /stopping API/,
  },
  { name: 'a log that grows', path: compose, from: 'max-size: 20m, ', to: '', red: /postgres: its log/ },
  { name: 'the rights of root', path: compose, from: 'cap_drop: [ALL]', to: 'cap_drop: []', red: /rights of root/ },
  {
    name: 'a migration that starts again',
    path: compose,
    from: 'restart: "no"',
    to: 'restart: always',
    red: /migrate: comes back/,
  },
  {
    name: 'an image that is built twice',
    path: compose,
    from: 'command: ["server/dist/main.js", "api"]',
    to: 'command: ["server/dist/main.js", "api"]\n    build: { context: .., dockerfile: Dockerfile }',
    red: /built once/,
  },
];

/** One fault at a time: in the text of a file as it is read, in a container as Docker describes it, in an image. The untouched ones must pass. */
export async function testMutants(): Promise<boolean> {
  const untouchedKept = (await faultsWith()).length === 0 && faultsOfContainer({}).length === 0;
  const results: boolean[] = [];
  const judge = (name: string, faults: string[], red: RegExp) => {
    const isCaught = faults.some((fault) => red.test(fault));
    results.push(isCaught);
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}: ${faults.join('; ') || 'nothing turned red'}`);
  };
  for (const mutant of mutants) judge(mutant.name, await faultsWith(mutant), mutant.red);
  for (const [name, host, red] of containerMutants) judge(name, faultsOfContainer(host), red);
  if (process.env.PARTS !== 'files') judge('a token in a removed file of a layer', await faultsOfLeakyImage(), /token/);
  const caught = results.filter((isCaught) => isCaught).length;
  printFigures({ planted: results.length, caught, untouchedKept });
  return untouchedKept && caught === results.length;
}

async function faultsWith(mutant?: Mutant): Promise<string[]> {
  const report = createReport();
  const plan = await readPlan((path, text) => {
    if (path !== mutant?.path) return text;
    const changed = text.replace(mutant.from, mutant.to);
    if (changed === text) throw new Error(`${mutant.name}: its text is not in ${path}`);
    return changed;
  });
  await checkDockerfile(report, plan);
  await checkDocumentation(report, plan);
  checkCompose(report, plan);
  return report.failed;
}
