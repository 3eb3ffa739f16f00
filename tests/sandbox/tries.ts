import { until } from '../channels/api.ts';
import { mailboxAt, settingsOf } from './accounts.ts';
import type { Lines } from './calls.ts';
import type { Judge } from './verify.ts';
import { fetched, hear, reviewTemplate, say } from './talk.ts';
import { channelOf, type Line, type Mode, type World } from './environment.ts';

type Try = { name: string; go(): Promise<unknown> };

/** Ways over the wall, in both directions. Each has been tried when it is over; who got there is counted at the stand-ins. */
export async function tryToCross(world: World, judge: Judge, lines: Record<Mode, Lines>): Promise<number> {
  const tries = [...fromSandbox(world, lines.sandbox), ...fromLive(world, lines.live)];
  for (const { name, go } of tries) await judge.attempt(`could not be tried: ${name}`, go);
  return tries.length;
}

const fetchFrom = (world: World, line: Line, link: string): Promise<void> =>
  hear(world, line, link).then(() => fetched(world, line));

/** A sandbox tenant has links to the real world, given by itself or by the sandbox. */
function fromSandbox(world: World, { whatsapp, instagram, sms }: Lines): Try[] {
  const { real, sandbox } = world;
  const owner = 'owner-sandbox';
  const mms = `2010-04-01/Accounts/AC1/Messages/MM1/Media`;
  return [
    { name: 'WhatsApp tells a link to elsewhere', go: () => fetchFrom(world, whatsapp, '88-link-to-other') },
    { name: 'an Instagram link to elsewhere', go: () => fetchFrom(world, instagram, `${real.url}/graph/cdn/${owner}.png`) },
    { name: 'an SMS link to elsewhere', go: () => fetchFrom(world, sms, `${real.url}/twilio/${mms}/${owner}`) },
    { name: 'Instagram redirects', go: () => fetchFrom(world, instagram, `${sandbox.url}/graph/redirect-to-other/${owner}`) },
    { name: 'Twilio redirects', go: () => fetchFrom(world, sms, `${sandbox.url}/twilio/redirect-to-other/${owner}`) },
    { name: "a link to the sandbox's pages", go: () => fetchFrom(world, instagram, `${sandbox.url}/_sandbox/accounts?${owner}`) },
    {
      name: 'a path that climbs to them',
      go: () => fetchFrom(world, sms, `${sandbox.url}/twilio/%2e%2e/_sandbox/accounts?${owner}`),
    },
    { name: 'settings that are changed to elsewhere', go: () => sayFrom(world, 'sandbox', 'sms', { baseUrl: real.url }) },
  ];
}

/** A real tenant gives the sandbox's addresses for its provider's, or has links to it. */
function fromLive(world: World, { instagram, sms, whatsapp }: Lines): Try[] {
  const { real, sandbox } = world;
  const owner = 'owner-live';
  const otherName = { baseUrl: `${sandbox.url.replace('127.0.0.1', 'localhost')}/graph` };
  const otherAddress = { baseUrl: `${sandbox.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/twilio` };
  return [
    { name: 'WhatsApp at the sandbox', go: () => sayFrom(world, 'live', 'whatsapp') },
    { name: 'Instagram at the sandbox', go: () => sayFrom(world, 'live', 'instagram') },
    { name: 'SMS at the sandbox', go: () => sayFrom(world, 'live', 'sms') },
    { name: 'mail by a pool that a sandbox tenant has open', go: () => mailAfterSandbox(world) },
    { name: 'by another name', go: () => sayFrom(world, 'live', 'whatsapp', otherName) },
    { name: 'by another spelling of its address', go: () => sayFrom(world, 'live', 'sms', otherAddress) },
    { name: 'a template at the sandbox', go: async () => reviewTemplate(await channelAtSandbox(world, 'whatsapp'), world) },
    { name: 'WhatsApp tells a link to the sandbox', go: () => fetchFrom(world, whatsapp, '88-link-to-other') },
    { name: 'an Instagram link to the sandbox', go: () => fetchFrom(world, instagram, `${sandbox.url}/graph/cdn/${owner}.png`) },
    { name: 'Twilio redirects to the sandbox', go: () => fetchFrom(world, sms, `${real.url}/twilio/redirect-to-other/${owner}`) },
    { name: 'a mailbox at the sandbox', go: () => readMailbox(world) },
  ];
}

const channelAtSandbox = (world: World, kind: Line['kind'], more: object = {}): Promise<Line> =>
  channelOf(world.tenants.live, kind, world.sandbox, more);

/** A channel whose settings say the wrong side, and a message on it. */
async function sayFrom(world: World, mode: Mode, kind: Line['kind'], settings: object = {}): Promise<void> {
  const wrongSide = mode === 'live' ? world.sandbox : world.real;
  const line = await channelOf(world.tenants[mode], kind, wrongSide);
  const chatId = await hear(world, line);
  // A destination is changed together with the secrets that are sent there.
  await line.tenant.api.put(`/v3/channels/${line.id}`, { settings: { ...settingsOf[kind](mode, wrongSide), ...settings } });
  await say(world, line, chatId);
}

/** Both tenants log in at the sandbox's mail server with the same words, one right after the other. */
async function mailAfterSandbox(world: World): Promise<void> {
  const [theirs, ours] = [await channelOf(world.tenants.sandbox, 'email', world.sandbox), await channelAtSandbox(world, 'email')];
  const [theirChat, ourChat] = [await hear(world, theirs), await hear(world, ours)];
  await say(world, theirs, theirChat);
  await say(world, ours, ourChat);
}

async function readMailbox(world: World): Promise<void> {
  const line = await channelAtSandbox(world, 'email', mailboxAt('live', world.sandbox));
  const looked = `select 1 from jobs where tenant_id = $1 and name = 'poll_mailbox' and input->>'channelId' = $2 and attempt = 1
    and due_at < now() + interval '5 seconds'`;
  await until(
    async () => (await world.pool.query(looked, [line.tenant.id, line.id])).rowCount,
    (waiting) => waiting === 0,
    world.patienceMs,
  );
}
