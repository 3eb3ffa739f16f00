import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pagePath } from './addresses.ts';
import { deadLinksOf } from './check-sources.ts';
import { menuTitleOf, readSources, type Sources } from './sources.ts';
import { write, writeStage } from './stage.ts';

export type Built = { pages: number; deadLinks: string[]; isNew: boolean };
export type Options = { base?: string; 'if-changed'?: boolean };

/** A file of the site with the hash of what it was built from. */
const FINGERPRINT = 'built-from.txt';

/**
 * Builds the whole site in a folder, and returns the dead links of the sources. `base` is the path at which the site is served. The
 * folder is replaced at the end, so a server that reads it meanwhile finds the old pages.
 */
export async function buildSite(root: string, out: string, { base = '/docs/', ...options }: Options = {}): Promise<Built> {
  const sources = readSources(root);
  const result = { pages: sources.pages.size, deadLinks: deadLinksOf(sources) };
  mkdirSync(join(root, '.data'), { recursive: true });
  const stage = mkdtempSync(join(root, '.data/docs-'));
  try {
    writeStage(sources, stage, base);
    const fingerprint = fingerprintOf(root, stage);
    const isDone = () => options['if-changed'] === true && fingerprint === fingerprintIn(out);
    if (isDone()) return { ...result, isNew: false };
    await generate(stage);
    writePlainTexts(sources, stage);
    write(join(stage, 'built', FINGERPRINT), fingerprint);
    if (!isDone()) replace(out, stage); // another process may have built the same
    return { ...result, isNew: true };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** VitePress changes NODE_ENV, which processes started later would inherit. */
async function generate(stage: string): Promise<void> {
  const { build } = await import('vitepress'); // takes a second to load, and is needed only here
  const { NODE_ENV } = process.env;
  try {
    await build(stage, { outDir: join(stage, 'built') });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function fingerprintOf(root: string, stage: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of [stage, join(root, 'scripts/docs')]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted())
      hash.update(relative(folder, path)).update(readFileSync(path));
  }
  return hash.digest('hex');
}

const fingerprintIn = (out: string): string | undefined =>
  existsSync(join(out, FINGERPRINT)) ? readFileSync(join(out, FINGERPRINT), 'utf8') : undefined;

/** Adds each page as Markdown, and llms.txt, their list, for programs. */
function writePlainTexts({ pages, sections }: Sources, stage: string): void {
  for (const file of pages.keys()) cpSync(join(stage, pagePath(file)), join(stage, 'built', pagePath(file)));
  const lists = sections.map(({ title, files }) => {
    const lines = files.map((file) => `- [${menuTitleOf(file, pages.get(file) ?? '')}](${pagePath(file)})`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  write(
    join(stage, 'built/llms.txt'),
    `# Patchbay\n\nOne API for customer conversations. These pages as plain Markdown:\n\n${lists.join('\n\n')}\n`,
  );
}

/** Moves the built folder, or copies it where the target is on another disk. */
function replace(out: string, stage: string): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(dirname(out), { recursive: true });
  try {
    renameSync(join(stage, 'built'), out);
  } catch {
    cpSync(join(stage, 'built'), out, { recursive: true });
  }
}
