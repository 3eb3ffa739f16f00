import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from './endings.ts';

/** Keeps cores busy until the test ends, as other work on the machine would. */
export function keepBusy(count: number): void {
  for (let i = 0; i < count; i++) {
    const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true });
    const ended = once(child, 'exit');
    atEnd(async () => {
      child.kill('SIGKILL');
      await ended;
    });
  }
}
