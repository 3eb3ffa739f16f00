import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DevSettings } from './settings.ts';

const script = fileURLToPath(new URL('../console.ts', import.meta.url));

/** Builds the console that the server serves at /console/, if its sources changed. An error is printed and does not stop the start. */
export async function buildConsole({ env }: Pick<DevSettings, 'env'>): Promise<void> {
  if (env.CONSOLE_DIR) return;
  await promisify(execFile)(process.execPath, [script, '--if-changed'], { env }).catch(
    (error: { stderr?: string; message: string }) =>
      console.error(`The console was not built: ${error.stderr?.trim() || error.message}`),
  );
}
