import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

export type Load = { requestsPerSecond: number; p99Ms: number; failed: number };

/** CONNECTIONS=1: one request at a time, so that no request shares a statement with another one. */
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 32);

/** Requests random chats as fast as one thread with CONNECTIONS connections can. */
export function wrkScript(file: string, ids: string[], token: string): void {
  const list = ids.map((id) => `"${id}"`).join(',');
  writeFileSync(
    file,
    `local ids = {${list}}
     wrk.headers["Authorization"] = "Bearer ${token}"
     request = function() return wrk.format("GET", "/v3/chats/" .. ids[math.random(#ids)]) end
     done = function(summary, latency)
       local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
       io.write(string.format("RESULT %f %f %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000, failed))
     end`,
  );
}

export async function load(url: string, script: string, seconds: number): Promise<Load> {
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, url]);
  const [, rate, p99, failed] = /RESULT (\S+) (\S+) (\d+)/.exec(stdout) ?? [];
  if (!rate) throw new Error(`wrk said something else:\n${stdout}`);
  return { requestsPerSecond: Number(rate), p99Ms: Number(p99), failed: Number(failed) };
}

export const needWrk = (): void => void execFileSync('bash', ['scripts/need.sh', 'wrk'], { stdio: 'inherit' });
