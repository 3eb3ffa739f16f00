import { printFigures } from '../security/environment.ts';
import { checkCompose } from './compose.ts';
import { checkDockerfile } from './dockerfile.ts';
import { readPlan } from './plan.ts';
import { createReport } from './report.ts';

/** A fault in one of the files, and what must be said of it. */
type Mutant = { name: string; path: string; from: RegExp | string; to: string; red: RegExp };

const compose = 'deploy/compose.yaml';
const mutants: Mutant[] = [
  { name: 'the image runs as root', path: 'Dockerfile', from: 'USER node', to: 'USER root', red: /runs without root/ },
  { name: 'a base that moves', path: 'Dockerfile', from: /24\.21\.0-bookworm-slim$/m, to: '24-bookworm-slim', red: /pinned/ },
  { name: 'packages of the developer', path: 'Dockerfile', from: ' --omit=dev', to: '', red: /without the developer/ },
  { name: 'a file that is not there', path: 'Dockerfile', from: 'COPY LICENSE', to: 'COPY LICENCE', red: /in the tree/ },
  {
    name: 'a shell in front of the process',
    path: 'Dockerfile',
    from: /^CMD .*$/m,
    to: 'CMD node server/src/main.ts',
    red: /CMD is without a shell/,
  },
  { name: 'no health check', path: 'Dockerfile', from: /^HEALTHCHECK.*$/m, to: '', red: /health check/ },
  { name: 'a word that means nothing', path: 'Dockerfile', from: 'EXPOSE', to: 'EXPOSES', red: /linter/ },
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
];

/** One fault at a time, in the text as it is read. The untouched files must pass. */
export async function testMutants(): Promise<boolean> {
  const untouchedKept = (await faultsWith()).length === 0;
  let caught = 0;
  for (const mutant of mutants) {
    const faults = await faultsWith(mutant);
    const isCaught = faults.some((fault) => mutant.red.test(fault));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${mutant.name}: ${faults.join('; ') || 'nothing turned red'}`);
  }
  printFigures({ planted: mutants.length, caught, untouchedKept });
  return untouchedKept && caught === mutants.length;
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
  checkCompose(report, plan);
  return report.failed;
}
