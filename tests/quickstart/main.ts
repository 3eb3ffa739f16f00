import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { atEnd, main, scoped } from '../chaos/endings.ts';
import { apart } from '../dev/apart.ts';
import { copyTree } from '../docs/copy-tree.ts';
import { linkModules } from '../docs/link-modules.ts';
import { root } from '../docs/pages.ts';
import { type Step, stepsOf } from './steps.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/**
 * npm run test:quickstart. The README and the quickstart as a newcomer follows them: in an empty folder with a copy of the
 * project, every command typed unchanged, a new terminal where the last one is busy, and what the page says will appear
 * is looked for. Other ports and another database are chosen as the pages say one can.
 */
const PAGES = ['README.md', 'docs/quickstart.md'];
const APPEARS_WITHIN_MS = 120_000;
/** `INSTALL=linked` uses the packages, documentation and console of this repository instead of typing `npm ci` and building them. */
const IS_LINKED = process.env.INSTALL === 'linked';

/** Commands that go on until Ctrl-C, and what they say once they are ready. */
const lasting: [RegExp, RegExp][] = [
  [/^npm run dev$/, /all examples of the documentation use:\n\n.*\.env'\n/],
  [/^npm start$/, /patchbay is ready at/],
  [/node receiver\.mjs$/, /listening on \d+/],
];

/** One page, in a folder of its own. The first step that fails ends it: a reader would be stuck there. */
async function follow(page: string): Promise<{ steps: number; faults: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-quickstart-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  copyTree(root, folder);
  const env = { ...(await apart('quickstart')), RECEIVER_PORT: String(await freePort()) };
  const reader = { folder, env: { ...surroundings(), ...env }, terminals: [] as Terminal[] };
  atEnd(() => closeAll(reader.terminals));
  const steps = stepsOf(page, readFileSync(join(folder, page), 'utf8'));
  for (const [index, step] of steps.entries()) {
    const fault = await take(step, reader).catch((error: unknown) => (error as Error).message);
    if (fault !== undefined) return { steps: index + 1, faults: [`${step.at}: ${describe(step)}: ${fault}`] };
  }
  return { steps: steps.length, faults: [] };
}

type Reader = { folder: string; env: Record<string, string>; terminals: Terminal[] };

async function take(step: Step, reader: Reader): Promise<string | undefined> {
  if (step.do === 'save') {
    await writeFile(join(reader.folder, step.file), step.text);
    return undefined;
  }
  if (step.do === 'expect') return expectLine(step.line, reader.terminals);
  const ready = lasting.find(([command]) => command.test(step.command.trim()))?.[1];
  if (ready && step.command.startsWith('npm')) await closeAll(reader.terminals.filter((one) => one.isBusy()));
  const terminal = freeTerminal(reader);
  if (ready) {
    await terminal.start(step.command, ready);
    return undefined;
  }
  if (IS_LINKED && step.command.trim() === 'npm ci') {
    takeInstalled(reader.folder);
    return undefined;
  }
  const { said, code } = await terminal.type(step.command);
  if (code !== 0) return `ended with ${code}: ${said.slice(-1500)}`;
  return said.includes('"success":false') ? `was refused: ${said.slice(-1500)}` : undefined;
}

/** Takes what CI has just made: packages, the documentation and the console. */
function takeInstalled(folder: string): void {
  linkModules(root, folder);
  for (const built of ['site', 'console/dist'].filter((path) => existsSync(join(root, path)) && !existsSync(join(folder, path))))
    cpSync(join(root, built), join(folder, built), { recursive: true });
}

function freeTerminal(reader: Reader): Terminal {
  const free = reader.terminals.find((one) => !one.isBusy());
  if (free) return free;
  const opened = openTerminal(reader.folder, reader.env);
  reader.terminals.push(opened);
  return opened;
}

/** Three dots match anything. */
async function expectLine(line: string, terminals: Terminal[]): Promise<string | undefined> {
  const literal = line.split('...').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(literal.join('.*'));
  const startedAt = performance.now();
  while (performance.now() - startedAt < APPEARS_WITHIN_MS) {
    if (terminals.some((one) => pattern.test(one.output()))) return undefined;
    await wait(50);
  }
  return `no terminal says so; they said:\n${terminals.map((one) => one.output().slice(-1200)).join('\n---\n')}`;
}

const describe = (step: Step): string =>
  step.do === 'type' ? `$ ${step.command.slice(0, 120)}` : step.do === 'save' ? `saving ${step.file}` : `expecting ${step.line}`;

async function closeAll(terminals: Terminal[]): Promise<void> {
  for (const terminal of terminals.splice(0).toReversed()) await terminal.close();
}

/** Certificates and proxies belong to the machine, not to us. */
const OF_THE_MACHINE = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(https?|no)_proxy)$/i;

/** Where Debian keeps the certificates of the machine. Node reads them only with an option. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** What a login shell has, and nothing of the npm run around us. */
function surroundings(): Record<string, string> {
  const { PATH = '', HOME = '', LANG = 'C.UTF-8', USER = '' } = process.env;
  const machine = Object.entries(process.env).filter(([name, value]) => OF_THE_MACHINE.test(name) && value !== undefined);
  return {
    PATH,
    HOME,
    LANG,
    USER,
    ...(IS_LINKED && process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    ...(existsSync(CERTIFICATES) && { NODE_EXTRA_CA_CERTS: CERTIFICATES }),
    ...(Object.fromEntries(machine) as Record<string, string>),
  };
}

await main(async () => {
  spawnSync('bash', [join(root, 'scripts/need.sh'), 'curl', 'jq', 'procps'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const startedAt = performance.now();
  let [steps, failed] = [0, 0];
  for (const page of PAGES) {
    const result = await scoped(() => follow(page));
    steps += result.steps;
    failed += result.faults.length;
    for (const fault of result.faults) console.error(fault);
  }
  console.log(`steps=${steps} failed=${failed} seconds=${Math.round((performance.now() - startedAt) / 1000)}`);
  return failed === 0 && steps > 0;
});
