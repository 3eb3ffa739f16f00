import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(process.env.CI_LOGS ?? tmpdir(), 'patchbay-console-failures');
const LINES_PRINTED = 90;
/** A page that hangs must not hold up the run. */
const WITHIN_MS = 10_000;

/** Prints why a step failed and what its windows showed; keeps a picture and the whole state of each. */
export async function recordFailure(step: string, error: unknown, windows: readonly Page[]): Promise<void> {
  console.log(`  FAILED  ${step}\n${String((error as Error).stack).slice(0, 2_000)}`);
  mkdirSync(folder, { recursive: true });
  const name = step
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80);
  for (const [index, page] of windows.entries()) {
    const file = join(folder, `${name}-${index + 1}`);
    await page.screenshot({ path: `${file}.png`, timeout: WITHIN_MS }).catch(() => undefined);
    const state = await stateOf(page).catch((cause: unknown) => `the page does not answer: ${String(cause)}`);
    writeFileSync(`${file}.txt`, state);
    console.log(`          window ${index + 1}, picture ${file}.png`);
    const lines = state.split('\n');
    for (const line of lines.slice(0, LINES_PRINTED)) console.log(`            ${line}`);
    if (lines.length > LINES_PRINTED) console.log(`            … ${lines.length - LINES_PRINTED} more lines in ${file}.txt`);
  }
}

/** Addresses of links, and items without a text of their own, say little. */
const isTelling = (line: string): boolean => !/^\s*- (\/url:|listitem:$|list:$)/.test(line);

/** The address, where the focus is, and the page as a screen reader has it. */
async function stateOf(page: Page): Promise<string> {
  const focus = await page.evaluate<string>(
    `document.activeElement ? document.activeElement.outerHTML.slice(0, 200) : 'nothing'`,
  );
  const tree = await page.locator('body').ariaSnapshot({ timeout: WITHIN_MS });
  return [`address: ${page.url()}`, `focus: ${focus.replaceAll(/\s+/g, ' ')}`, ...tree.split('\n').filter(isTelling)].join('\n');
}
