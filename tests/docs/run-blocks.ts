import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { readDocument } from '../../scripts/docs/openapi.ts';
import { failures } from '../../server/src/platform/errors.ts';
import { commandFault } from './command-lines.ts';
import { excuseOf, excuses } from './excuses.ts';
import { createVerifier, type Verifier } from './json-blocks.ts';
import { type Block, type Page, placeOf, root } from './pages.ts';
import { isOfSdk, toProgram } from './sdk-blocks.ts';
import { type Pasted, paste } from './shell.ts';
import type { Stage } from './stage.ts';

export type Ran = { blocks: number; run: number; faults: string[]; excused: Map<string, number> };

/** The five verifiers are run by verify-snippets.ts, which knows how to call each. */
const isVerifier = ({ page, language }: Block): boolean =>
  page === 'docs/guides/webhooks.md' && ['js', 'python', 'go', 'ruby', 'php'].includes(language);

/** Commands of the CLI are parsed by its own parser, not run. */
const isOfCli = ({ page, language, info }: Block): boolean =>
  info === '[CLI]' || (page === 'docs/guides/cli.md' && language === 'sh');

export async function runBlocks(pages: Page[], stage: Stage, isWhole: boolean): Promise<Ran> {
  const ran: Ran = { blocks: 0, run: 0, faults: [], excused: new Map() };
  const verify = createVerifier(readDocument(root));
  const used = new Set<unknown>();
  for (const { blocks } of pages) {
    const coded = blocks.filter(({ language }) => language !== '');
    const wanted = coded.filter((block) => {
      const excuse = excuseOf(block);
      if (excuse) ran.excused.set(excuse.reason, (ran.excused.get(excuse.reason) ?? 0) + 1);
      used.add(excuse);
      return !excuse;
    });
    ran.blocks += coded.length;
    ran.run += wanted.length;
    ran.faults.push(...(await faultsOfPage(blocks, wanted, stage, verify)));
  }
  if (isWhole) for (const one of excuses) if (!used.has(one)) ran.faults.push(`the excuse "${one.reason}" fits no block`);
  return ran;
}

async function faultsOfPage(all: Block[], wanted: Block[], stage: Stage, verify: Verifier): Promise<string[]> {
  const shells = wanted.filter((block) => block.language === 'sh' && !isOfCli(block));
  const pasted = shells.length > 0 ? await paste(stage, shells) : [];
  const faults: string[] = [];
  for (const block of wanted) {
    const following = all.slice(all.indexOf(block) + 1)[0];
    const before = pasted.findLast((one) => one.block.line < block.line);
    const fault = await faultOf(block, { stage, verify, before, following, pasted: pasted.find((one) => one.block === block) });
    if (fault !== undefined) faults.push(`${placeOf(block)}: this ${block.language} block ${fault}`);
  }
  return faults;
}

type Around = {
  stage: Stage;
  verify: Verifier;
  before: Pasted | undefined;
  following: Block | undefined;
  pasted: Pasted | undefined;
};

async function faultOf(block: Block, { stage, verify, before, following, pasted }: Around): Promise<string | undefined> {
  if (isVerifier(block)) return undefined;
  if (isOfCli(block)) return commandFault(block);
  switch (block.language) {
    case 'sh':
      return pasted && shellFault(pasted, following);
    case 'json':
      return verify(block, before);
    case 'sql':
      return sqlFault(block.text, stage.databaseUrl);
    case 'ts':
      return scriptFault(block, stage, []);
    case 'js':
      return scriptFault(block, stage, ['--check']);
    default:
      return `is in a language nobody here can run; teach tests/docs/run-blocks.ts, or give a reason in tests/docs/excuses.ts`;
  }
}

/** An error response is right if the page shows it next. */
function shellFault(pasted: Pasted, following: Block | undefined): string | undefined {
  const shown = shownRefusal(following);
  if (!pasted.isDone) return `did not come to its end; it said: ${pasted.complained.slice(-500)}`;
  if (pasted.failures.length > 0)
    return `failed at: ${pasted.failures.join('; ').slice(0, 300)}; it said: ${(pasted.complained || pasted.said).slice(-300)}`;
  const refused = pasted.calls.filter(({ status }) => status >= 400 && status !== shown);
  if (refused[0])
    return `was answered with ${refused[0].status} ${refused[0].method} ${refused[0].url}: ${pasted.said.slice(-400)}`;
  if (shown !== undefined && !pasted.calls.some(({ status }) => status === shown))
    return `was to be refused with ${shown} and was not`;
  return undefined;
}

function shownRefusal(block: Block | undefined): number | undefined {
  const key = /"success": ?false.*"messageKey": ?"(\w+)"/s.exec(block?.text ?? '')?.[1];
  if (key && key in failures) return failures[key as keyof typeof failures].status;
  const status = Number(/^HTTP\/1\.1 (\d+)/m.exec(block?.text ?? '')?.[1]);
  return status >= 400 ? status : undefined;
}

/** In a transaction that is taken back. */
async function sqlFault(text: string, connectionString: string): Promise<string | undefined> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(text);
    return undefined;
  } catch (error) {
    return `was refused: ${(error as Error).message}`;
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

async function scriptFault(block: Block, stage: Stage, options: string[]): Promise<string | undefined> {
  const path = join(stage.folder, `block-${block.line}.${block.language === 'ts' ? 'ts' : 'mjs'}`);
  await writeFile(path, isOfSdk(block) ? toProgram(block) : block.text);
  try {
    await promisify(execFile)(process.execPath, [...options, path], {
      cwd: stage.folder,
      env: { ...process.env, ...stage.env },
      timeout: 180_000,
    });
    return undefined;
  } catch (error) {
    return `failed: ${(error as { stderr?: string }).stderr || (error as Error).message}`;
  }
}
