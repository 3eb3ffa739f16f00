import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Request, requests } from './requests.ts';
import { type Language, languages, run } from './snippet-runners.ts';

const GUIDE = new URL('../../docs/guides/webhooks.md', import.meta.url);
const NEED = fileURLToPath(new URL('../../scripts/need.sh', import.meta.url));

/** The verifiers in the guide accept what the server signs and refuse everything else. */
async function main(): Promise<void> {
  execFileSync('bash', [NEED, 'golang-go', 'ruby', 'php-cli', 'python3'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const guide = await readFile(GUIDE, 'utf8');
  const found = languages.map((language) => ({ language, snippet: snippetOf(guide, language) }));
  let failed = 0;
  for (const { language, snippet } of found) if (snippet === undefined || !(await holds(language, snippet))) failed++;
  console.log(`snippets=${found.filter(({ snippet }) => snippet !== undefined).length} failed=${failed}`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Returns the block with the label of the language. */
const snippetOf = (guide: string, { label, fence }: Language): string | undefined =>
  guide.split(`\n\`\`\`${fence} [${label}]\n`)[1]?.split('\n```')[0];

async function holds(language: Language, snippet: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-'));
  try {
    const start = await language.prepare(folder, snippet);
    const verdicts = await Promise.all(requests(new Date()).map(async (request) => verdict(request, await run(start, request))));
    const wrong = verdicts.filter((line) => line !== undefined);
    for (const line of wrong) console.error(`${language.label}: ${line}`);
    return wrong.length === 0;
  } catch (error) {
    console.error(`${language.label}: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const verdict = (request: Request, said: string): string | undefined =>
  said === String(request.good) ? undefined : `${request.name} should be ${request.good} and is ${JSON.stringify(said)}`;

await main();
