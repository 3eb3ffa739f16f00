import type { Finding } from '../checks/finding.ts';
import { type Found, look } from '../checks/index.ts';
import { command, type Task } from '../command.ts';
import { exitCodes, Failure } from '../failure.ts';
import { pad, printable } from '../printable.ts';
import { type Account, checkedUrl, DEFAULT_URL } from '../profiles.ts';

export const conformance = command({
  name: 'conformance',
  summary: 'Check an installation from outside: services, configuration, and how to fix problems',
  details:
    'It only reads. Ends with 0 if no check failed (warnings are allowed), with 1 if a check failed, with 3 if the token is refused.',
  arguments: [],
  options: {},
  examples: ['patchbay conformance', 'patchbay conformance --url https://patchbay.example.com --json'],
  async run(task) {
    const { io, out } = task;
    const { url, token } = await subjectOf(task);
    out.note(`Checking ${url}`);
    const found: Found[] = [];
    for await (const one of look({ url, token, signal: io.signal })) {
      found.push(one);
      if (!out.isJson) for (const line of linesOf(out, one)) out.line(line);
    }
    const count = (state: Finding['state']) => found.filter((one) => one.state === state).length;
    const counts = { ok: count('ok'), warn: count('warn'), fail: count('fail'), skip: count('skip') };
    out.result({ url, checks: found, counts }, () =>
      out.line(`\n${counts.ok} ok, ${counts.warn} warnings, ${counts.fail} failed, ${counts.skip} skipped`),
    );
    if (found.some(({ name, state }) => name === 'token' && state === 'fail')) return exitCodes.refused.code;
    return counts.fail > 0 ? exitCodes.failed.code : exitCodes.ok.code;
  },
});

/** An installation can be checked without a login, with fewer checks. */
async function subjectOf({
  account,
  options,
  io,
}: Pick<Task, 'account' | 'options' | 'io'>): Promise<{ url: string; token: string | null }> {
  const wishes = options as { url?: string; profile?: string };
  try {
    const { url, token }: Account = await account();
    return { url, token };
  } catch (error) {
    if (!(error instanceof Failure) || error.ending !== 'refused' || wishes.profile !== undefined) throw error;
    return { url: checkedUrl(wishes.url ?? (io.env.PATCHBAY_URL || DEFAULT_URL)), token: null };
  }
}

const marks = { ok: ['green', 'ok  '], warn: ['yellow', 'look'], fail: ['red', 'FAIL'], skip: ['dim', 'skip'] } as const;

function linesOf({ paint }: Task['out'], { name, state, says, todo }: Found): string[] {
  const [colour, mark] = marks[state];
  return [`${paint(colour, mark)}  ${pad(name, 16)}${printable(says)}`, ...(todo ? [`${' '.repeat(22)}→ ${todo}`] : [])];
}
