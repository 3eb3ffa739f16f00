import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DevSettings } from './settings.ts';

const script = fileURLToPath(new URL('../docs.ts', import.meta.url));

/** Builds the site that the server serves at /docs/. An error in a page is printed and does not stop the start. */
export async function buildDocumentation({ env }: Pick<DevSettings, 'env'>): Promise<void> {
  if (env.DOCS_DIR || env.DOCS_URL) return;
  await promisify(execFile)(process.execPath, [script, '--if-changed'], { env }).catch(
    (error: { stderr?: string; message: string }) =>
      console.error(`The documentation has errors: ${error.stderr?.trim() || error.message}`),
  );
}
