import { runCommandLine } from './run.ts';

/** The only file that touches the process: streams, signals and the exit code. */
const interrupted = new AbortController();
const SIGINT_EXIT = 130;

process.on('SIGINT', () => {
  if (interrupted.signal.aborted) process.exit(SIGINT_EXIT); // a second Ctrl-C does not wait for anything
  interrupted.abort();
});
process.on('SIGTERM', () => interrupted.abort());
// Whoever reads our output may stop reading: head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interrupted.signal,
  interrupt: () => interrupted.abort(),
});
process.stdin.destroy();
