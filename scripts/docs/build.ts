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
    if (options['if-changed'] && fingerprint === fingerprintIn(out)) return { ...result, isNew: false };
    await generate(stage);
    writePlainTexts(sources, stage);
    write(join(stage, 'built', FINGERPRINT), fingerprint);
    replace(out, stage);
    return { ...result, isNew: true };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function generate(stage: string): Promise<void> {
  const { build } = await import('vitepress'); // takes a second to load, and is needed only here
  await build(stage, { outDir: join(stage, 'built') });
}

function fingerprintOf(root: string, stage: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of [stage, join(root, 'scripts/docs')])
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
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

/** Copies first and renames then: the folder may be on another disk, and is missing for a moment only. */
function replace(out: string, stage: string): void {
  mkdirSync(dirname(out), { recursive: true });
  const next = mkdtempSync(`${out}.new-`);
  cpSync(join(stage, 'built'), next, { recursive: true });
  rmSync(out, { recursive: true, force: true });
  renameSync(next, out);
}
