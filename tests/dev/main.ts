import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { answers } from '../../server/src/test-kit/ports.ts';
import { atEnd, main } from '../chaos/endings.ts';
import { type Apart, apart } from './apart.ts';
import { countDemo, faultsOfLink, missingFrom } from './demo.ts';
import { type DevProcess, spawnDev, startDev } from './dev-process.ts';

/**
 * npm run test:dev. `npm run dev` as a newcomer meets it: what it prints is pasted into a shell as it is, what a phone writes
 * is in the chat and at the webhook within a second, the next run finds the same tenant, and Ctrl-C leaves nothing behind.
 */
const ROUNDS = 5;
const MOST_MS = 1_000;
/** The demo tenant may ask a thousand times a minute. */
const LOOK_EVERY_MS = 20;

type Run = { dev: DevProcess; token: string; messagesUrl: string; curls: { phone: string; answer: string; chats: string } };

const faults: string[] = [];
let pasted = 0;

function check(holds: boolean, fault: string): void {
  if (!holds) faults.push(fault);
}

/** A line as it was printed, through a shell that knows nothing of us, and from another folder. */
async function paste(line: string): Promise<Record<string, unknown>> {
  pasted++;
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd: tmpdir(), env: { PATH: process.env.PATH } });
  const answer = JSON.parse(stdout) as Record<string, unknown>;
  check(answer.success === true || typeof answer.vendorId === 'string', `${line.slice(0, 120)} was answered with ${stdout}`);
  return answer;
}

async function start(env: Record<string, string>): Promise<Run> {
  const dev = await startDev(env);
  atEnd(dev.kill);
  const output = dev.output();
  const [phone = '', answer = '', chats = '', ...more] = [...output.matchAll(/^ *(curl .*)$/gm)].map(([, line]) => String(line));
  check(chats !== '' && more.length === 0, 'three curl lines are printed');
  const of = (name: string) => new RegExp(`^ *${name} +(\\S+)`, 'm').exec(output)?.[1] ?? '';
  return { dev, token: of('token'), messagesUrl: /http\S+\/messages/.exec(answer)?.[0] ?? '', curls: { phone, answer, chats } };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** From the moment the line is entered until the message is in the chat, and until its event is printed. */
async function fromThePhone(run: Run): Promise<{ chatMs: number; webhookMs: number }> {
  const { dev, curls } = run;
  const printedBefore = dev.output().length;
  const startedAt = performance.now();
  const { vendorId } = await paste(curls.phone);
  const inChat = (async () => {
    while (!(await isInChat(run, String(vendorId)))) await wait(LOOK_EVERY_MS);
    return performance.now();
  })();
  const atWebhook = dev.until(/^event +message\.received .*Do you have it in blue/m, printedBefore);
  const [chatAt, webhookAt] = await Promise.all([inChat, atWebhook]);
  return { chatMs: chatAt - startedAt, webhookMs: webhookAt - startedAt };
}

async function isInChat({ token, messagesUrl }: Run, vendorId: string): Promise<boolean> {
  const answer = await fetch(`${messagesUrl}/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (answer.status !== 200) throw new Error(`the chat could not be read: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { vendorId: string | null }[] };
  return data.some((message) => message.vendorId === vendorId);
}

async function conversation(run: Run): Promise<{ chatMs: number; webhookMs: number }> {
  await paste(run.curls.chats);
  const printedBefore = run.dev.output().length;
  await paste(run.curls.answer);
  const reached = run.dev.until(/^event +message\.\w+ .*Shall I put one aside.* (delivered|read)/m, printedBefore);
  await reached.catch(() => faults.push('the answer was not delivered to the phone'));
  const rounds: { chatMs: number; webhookMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await fromThePhone(run));
  return { chatMs: median(rounds.map((one) => one.chatMs)), webhookMs: median(rounds.map((one) => one.webhookMs)) };
}

const writers = { sms: '+4915112345678', email: 'ada@example.org', instagram: '17841400000000001' };

/** Every channel receives from its phone, whether it was created by this run or by an earlier one whose secrets were kept. */
async function everyChannelHears({ dev }: Run, sandboxUrl: string): Promise<void> {
  for (const [kind, from] of Object.entries(writers)) {
    const id = new RegExp(`${kind} +([0-9a-f-]{36})$`, 'm').exec(dev.output())?.[1];
    const text = `Hello by ${kind}`;
    const printedBefore = dev.output().length;
    await fetch(`${sandboxUrl}/_sandbox/accounts/${kind}-${id}/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, text, ...(kind === 'email' && { subject: 'An order' }) }),
    });
    const heard = dev.until(new RegExp(`^event +message\\.received +${kind} .*${text}`, 'm'), printedBefore);
    await heard.catch(() => faults.push(`the ${kind} channel did not hear its phone`));
  }
}

async function secondStart(env: Record<string, string>): Promise<void> {
  const second = spawnDev(env);
  atEnd(second.kill);
  const code = await second.ended;
  const [sentence = '', ...more] = second.output().trim().split('\n');
  const isSaid = sentence.startsWith(`Port ${env.PORT}`) && sentence.includes('is in use') && more.length === 0;
  check(code === 1 && isSaid, `a second npm run dev ended with ${code} and said: ${second.output()}`);
}

async function gone({ dev }: Run, ports: number[]): Promise<void> {
  check((await dev.left()) === 0, `${await dev.left()} processes are left after npm run dev has ended`);
  for (const port of ports) check(!(await answers(port)), `somebody still listens on ${port}`);
}

const channelsIn = (output: string): string[] =>
  [...output.matchAll(/(?:whatsapp|sms|email|instagram) +([0-9a-f-]{36})$/gm)].map(([, id]) => String(id));

async function settings(): Promise<Apart & Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay dev '));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const files = { DEV_STATE_FILE: join(folder, 'dev.json'), FILES_DIR: join(folder, 'files') };
  return { ...(await apart('dev')), ...files, LOG_LEVEL: 'info' };
}

await main(async () => {
  const env = await settings();
  const ports = [env.PORT, env.SANDBOX_PORT, env.SANDBOX_SMTP_PORT, env.DEV_WEBHOOK_PORT].map(Number);
  const first = await start(env);
  const apiUrl = `http://127.0.0.1:${env.PORT}`;
  const demo = await countDemo(apiUrl, first.token);
  faults.push(...missingFrom(demo), ...(await faultsOfLink(apiUrl, first.dev.output())));
  const { chatMs, webhookMs } = await conversation(first);
  await secondStart(env);
  await first.dev.interrupt();
  await gone(first, ports);
  const next = await start(env);
  check(next.token === first.token, 'the next run has another token');
  check(channelsIn(next.dev.output()).join() === channelsIn(first.dev.output()).join(), 'the next run has other channels');
  check(channelsIn(next.dev.output()).length === 4, 'there is a channel of each kind');
  const kept = await countDemo(apiUrl, next.token);
  check(
    kept.contacts === demo.contacts && kept.chats === demo.chats,
    `the next run has ${kept.contacts} contacts and ${kept.chats} chats`,
  );
  await conversation(next);
  await everyChannelHears(next, `http://127.0.0.1:${env.SANDBOX_PORT}`);
  await next.dev.terminate();
  await gone(next, ports);
  for (const run of [first, next]) for (const line of complaints(run.dev.output())) faults.push(`it complained: ${line}`);
  for (const fault of faults) console.error(fault);
  const isSoon = chatMs <= MOST_MS && webhookMs <= MOST_MS;
  console.log(`chatMs=${Math.round(chatMs)} webhookMs=${Math.round(webhookMs)} curlLines=${pasted} failed=${faults.length}`);
  return isSoon && faults.length === 0;
});

/** A run in which all is well prints events and no errors. */
function complaints(output: string): string[] {
  return output.split('\n').filter((line) => /^(server|sandbox) |refused/.test(line));
}
