import { until } from '../channels/api.ts';
import { mailboxAt, settingsOf } from './accounts.ts';
import type { Lines } from './calls.ts';
import { channelOf, type Environment, type Line, type Mode } from './environment.ts';
import { fetched, receive, reviewTemplate, say } from './talk.ts';
import type { Verifier } from './verify.ts';

type Try = { name: string; go(): Promise<unknown> };

/** Attempts to cross the boundary, in both directions. The simulated providers count who arrives. */
export async function tryToCross(environment: Environment, verify: Verifier, lines: Record<Mode, Lines>): Promise<number> {
  const tries = [...fromSandbox(environment, lines.sandbox), ...fromLive(environment, lines.live)];
  for (const { name, go } of tries) await verify.attempt(`could not be tried: ${name}`, go);
  return tries.length;
}

const fetchFrom = (environment: Environment, line: Line, link: string): Promise<void> =>
  receive(environment, line, link).then(() => fetched(environment, line));

/** A sandbox tenant has links to real providers, given by itself or by the sandbox. */
function fromSandbox(environment: Environment, { whatsapp, instagram, sms }: Lines): Try[] {
  const { real, sandbox } = environment;
  const owner = 'owner-sandbox';
  const mms = `2010-04-01/Accounts/AC1/Messages/MM1/Media`;
  return [
    { name: 'WhatsApp returns a link to elsewhere', go: () => fetchFrom(environment, whatsapp, '88-link-to-other') },
    { name: 'an Instagram link to elsewhere', go: () => fetchFrom(environment, instagram, `${real.url}/graph/cdn/${owner}.png`) },
    { name: 'an SMS link to elsewhere', go: () => fetchFrom(environment, sms, `${real.url}/twilio/${mms}/${owner}`) },
    {
      name: 'Instagram redirects',
      go: () => fetchFrom(environment, instagram, `${sandbox.url}/graph/redirect-to-other/${owner}`),
    },
    { name: 'Twilio redirects', go: () => fetchFrom(environment, sms, `${sandbox.url}/twilio/redirect-to-other/${owner}`) },
    {
      name: "a link to the sandbox's pages",
      go: () => fetchFrom(environment, instagram, `${sandbox.url}/_sandbox/accounts?${owner}`),
    },
    {
      name: 'a path that climbs to them',
      go: () => fetchFrom(environment, sms, `${sandbox.url}/twilio/%2e%2e/_sandbox/accounts?${owner}`),
    },
    { name: 'settings that are changed to elsewhere', go: () => sayFrom(environment, 'sandbox', 'sms', { baseUrl: real.url }) },
  ];
}

/** A real tenant gives the sandbox's addresses for its provider's, or has links to it. */
function fromLive(environment: Environment, { instagram, sms, whatsapp }: Lines): Try[] {
  const { real, sandbox } = environment;
  const owner = 'owner-live';
  const otherName = { baseUrl: `${sandbox.url.replace('127.0.0.1', 'localhost')}/graph` };
  const otherAddress = { baseUrl: `${sandbox.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/twilio` };
  return [
    { name: 'WhatsApp at the sandbox', go: () => sayFrom(environment, 'live', 'whatsapp') },
    { name: 'Instagram at the sandbox', go: () => sayFrom(environment, 'live', 'instagram') },
    { name: 'SMS at the sandbox', go: () => sayFrom(environment, 'live', 'sms') },
    { name: 'mail by a pool that a sandbox tenant has open', go: () => mailAfterSandbox(environment) },
    { name: 'by another name', go: () => sayFrom(environment, 'live', 'whatsapp', otherName) },
    { name: 'by another spelling of its address', go: () => sayFrom(environment, 'live', 'sms', otherAddress) },
    {
      name: 'a template at the sandbox',
      go: async () => reviewTemplate(await channelAtSandbox(environment, 'whatsapp'), environment),
    },
    { name: 'WhatsApp returns a link to the sandbox', go: () => fetchFrom(environment, whatsapp, '88-link-to-other') },
    {
      name: 'an Instagram link to the sandbox',
      go: () => fetchFrom(environment, instagram, `${sandbox.url}/graph/cdn/${owner}.png`),
    },
    {
      name: 'Twilio redirects to the sandbox',
      go: () => fetchFrom(environment, sms, `${real.url}/twilio/redirect-to-other/${owner}`),
    },
    { name: 'a mailbox at the sandbox', go: () => readMailbox(environment) },
  ];
}

const channelAtSandbox = (environment: Environment, kind: Line['kind'], more: object = {}): Promise<Line> =>
  channelOf(environment.tenants.live, kind, environment.sandbox, more);

/** A channel whose settings say the wrong side, and a message on it. */
async function sayFrom(environment: Environment, mode: Mode, kind: Line['kind'], settings: object = {}): Promise<void> {
  const wrongSide = mode === 'live' ? environment.sandbox : environment.real;
  const line = await channelOf(environment.tenants[mode], kind, wrongSide);
  const chatId = await receive(environment, line);
  // A destination is changed together with the secrets that are sent there.
  await line.tenant.api.put(`/v3/channels/${line.id}`, { settings: { ...settingsOf[kind](mode, wrongSide), ...settings } });
  await say(environment, line, chatId);
}

/** Both tenants log in at the sandbox's mail server with the same words, one right after the other. */
async function mailAfterSandbox(environment: Environment): Promise<void> {
  const [theirs, ours] = [
    await channelOf(environment.tenants.sandbox, 'email', environment.sandbox),
    await channelAtSandbox(environment, 'email'),
  ];
  const [theirChat, ourChat] = [await receive(environment, theirs), await receive(environment, ours)];
  await say(environment, theirs, theirChat);
  await say(environment, ours, ourChat);
}

async function readMailbox(environment: Environment): Promise<void> {
  const line = await channelAtSandbox(environment, 'email', mailboxAt('live', environment.sandbox));
  const looked = `select 1 from jobs where tenant_id = $1 and name = 'poll_mailbox' and input->>'channelId' = $2 and attempt = 1
    and due_at < now() + interval '5 seconds'`;
  await until(
    async () => (await environment.pool.query(looked, [line.tenant.id, line.id])).rowCount,
    (waiting) => waiting === 0,
    environment.patienceMs,
  );
}
