import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DevSettings } from './settings.ts';

const script = fileURLToPath(new URL('../docs.ts', import.meta.url));

/** Builds the site that the server serves at /docs/, so that it shows the pages as they are now. A fault in a page stops nothing. */
export async function buildDocumentation({ env }: Pick<DevSettings, 'env'>): Promise<void> {
  if (env.DOCS_DIR || env.DOCS_URL) return;
  await promisify(execFile)(process.execPath, [script], { env }).catch((error: { stderr?: string; message: string }) =>
    console.error(`The documentation has faults: ${error.stderr?.trim() || error.message}`),
  );
}
