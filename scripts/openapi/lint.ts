import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** Returns the problems found by Redocly's strict ruleset, without network access. */
export function lint(file: string): Promise<string[]> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [cli, 'lint', file, '--extends', 'recommended-strict', '--format', 'json'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 50_000_000 }, (_error, stdout, stderr) => resolve(read(stdout, stderr)));
  });
}

type Report = { problems: { ruleId: string; message: string; location: { pointer?: string }[] }[] };

/** Two paths of version 2 are ambiguous and cannot be changed; the router matches the fixed path first. */
const isGiven = ({ ruleId, message }: Report['problems'][number]): boolean =>
  ruleId === 'no-ambiguous-paths' && message.includes('`/v2/{channelId}/broadcasts`');

/** Throws if the output of the linter cannot be parsed. */
function read(stdout: string, stderr: string): string[] {
  try {
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
    return problems
      .filter((problem) => !isGiven(problem))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
  } catch {
    return [`the linter did not work: ${stdout}${stderr}`.slice(0, 2_000)];
  }
}
