import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Connected } from '../../sandbox/src/index.ts';
import { answers, freePorts } from '../../server/src/test-kit/ports.ts';
import { atEnd } from './endings.ts';

/** The simulation of all four providers, in a process that is not killed. */
export type Provider = {
  url: string;
  smtpPort: number;
  tune(account: Connected, knobs: Record<string, unknown>): Promise<void>;
  /** Contacts write to the account, which opens their windows. */
  write(account: Connected, people: string[]): Promise<void>;
  /** Delivered messages, with repeats: our id, or the text if the provider takes no id. */
  delivered(account: Connected): Promise<string[]>;
  /** Reached phones, with repeats, as digits. */
  reached(account: Connected): Promise<string[]>;
  /** `replayed`: repeats that got the first response. `lastCallAt`: the time of the last send call. */
  summary(account: Connected): Promise<{ accepted: number; replayed: number; lastCallAt: string | null }>;
  /** Waits until every callback was sent. */
  flush(account: Connected): Promise<void>;
};

const MAIN = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));
const START_WITHIN_MS = 180_000;
const FLUSH_WITHIN_MS = 60_000;
const MOST_LISTED = 10_000;

export async function startProvider(): Promise<Provider> {
  const [port = 0, smtpPort = 0] = await freePorts(2);
  await startProcess(port, smtpPort);
  const url = `http://127.0.0.1:${port}`;
  const ask = async (method: 'GET' | 'POST' | 'PUT', { accountId }: Connected, path: string, body?: object): Promise<unknown> => {
    const answer = await request(`${url}/_sandbox/accounts/${accountId}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} of ${accountId}: ${answer.statusCode} ${text}`);
    return JSON.parse(text);
  };
  const accepted = async (account: Connected): Promise<Sent[]> => {
    const all: Sent[] = [];
    for (let total = 1; all.length < total; ) {
      const page = (await ask('GET', account, `sent?limit=${MOST_LISTED}&offset=${all.length}`)) as {
        total: number;
        sends: Sent[];
      };
      total = page.total;
      all.push(...page.sends);
    }
    return all.filter((send) => send.accepted);
  };
  return {
    url,
    smtpPort,
    tune: async (account, knobs) => void (await ask('PUT', account, 'knobs', knobs)),
    async write(account, people) {
      const updates = people.map((from) => ({ message: { from, text: 'Hello', subject: 'Hello' } }));
      await ask('POST', account, 'emit', { updates });
    },
    delivered: async (account) => (await accepted(account)).map(nameOf),
    reached: async (account) => (await accepted(account)).map(({ to }) => to.replace(/\D/g, '')),
    summary: async (account) => (await ask('GET', account, 'sent/summary')) as Awaited<ReturnType<Provider['summary']>>,
    async flush(account) {
      const { pending } = (await ask('POST', account, `flush?timeoutMs=${FLUSH_WITHIN_MS}`)) as { pending: number };
      if (pending > 0) throw new Error(`${pending} callbacks of ${account.accountId} were not taken in time`);
    },
  };
}

async function startProcess(port: number, smtpPort: number): Promise<void> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true, // Ctrl-C goes to the test only, which ends this process
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const until = Date.now() + START_WITHIN_MS;
  while (!(await answers(smtpPort))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('the sandbox did not start');
    await wait(50);
  }
}

type Sent = { accepted: boolean; to: string; ownId: string | null; body: { message?: { text?: string } } };

/** A mail has our id in its Message-ID; Instagram returns only the text. */
const nameOf = ({ ownId, body }: Sent): string =>
  ownId === null ? (body.message?.text ?? '') : ownId.replace(/^<([^@]*)@.*$/, '$1');
