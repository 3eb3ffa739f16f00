import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../test-database.sh', import.meta.url));

/**
 * Starts a PostgreSQL without fsync for this run and passes its URL to the suites. If it cannot be started, they use the one at the
 * default port.
 */
export function startTestDatabase(folder: string): () => void {
  const data = join(folder, 'postgresql');
  try {
    process.env.TEST_DATABASE_SERVER = execFileSync('bash', [script, 'start', data], { encoding: 'utf8' }).trim();
  } catch (error) {
    console.log(`the suites use the PostgreSQL at port 5432: ${(error as Error).message.split('\n')[0]}`);
    return () => undefined;
  }
  return () => void execFileSync('bash', [script, 'stop', data], { stdio: 'ignore' });
}
