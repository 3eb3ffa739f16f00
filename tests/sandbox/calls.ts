import { kinds, mailboxAt } from './accounts.ts';
import { callsOf, type Judge } from './verify.ts';
import { fetched, hear, reviewTemplate, say, untilSeen } from './talk.ts';
import { channelOf, type Line, type Mode, type World } from './environment.ts';

export type Lines = Record<Line['kind'], Line>;

/** What must arrive where it belongs, of one tenant: a sort of call, and how it looks at the stand-in. */
const expected: [string, RegExp][] = [
  ['whatsapp send', /^POST \/graph\/v[\d.]+\/1065\/messages/],
  ['whatsapp media', /^GET \/graph\/v[\d.]+\/77/],
  ['whatsapp media bytes', /^GET \/graph\/lookaside\/1/],
  ['whatsapp template', /^POST \/graph\/v[\d.]+\/2065\/message_templates/],
  ['whatsapp template removed', /^DELETE \/graph\/v[\d.]+\/2065\/message_templates/],
  ['instagram send', /^POST \/graph\/v[\d.]+\/1784\/messages/],
  ['instagram media', /^GET \/graph\/cdn\//],
  ['sms send', /^POST \/twilio\/2010-04-01\/Accounts\/AC1\/Messages\.json/],
  ['sms look-up', /^GET \/twilio\/2010-04-01\/Accounts\/AC1\/Messages\.json/],
  ['sms media', /^GET \/twilio\/.*\/Media\//],
  ['email send', /^MAIL FROM/],
  ['email mailbox', /^LOGIN/],
];

/**
 * Every kind of call of all four channels, by a tenant of each sort. The settings name the real world for both: whom they reach
 * is decided by what they are.
 */
export async function callEverything(world: World, judge: Judge): Promise<Record<Mode, Lines>> {
  const [live, sandbox] = await Promise.all([callAs(world, judge, 'live'), callAs(world, judge, 'sandbox')]);
  for (const mode of ['live', 'sandbox'] as const) {
    const there = mode === 'live' ? world.real : world.sandbox;
    for (const [what, looks] of expected) {
      const isSeen = () => callsOf(there, mode).some((call) => looks.test(call.what));
      judge.expect(`${mode} ${what}`, await untilSeen(world, isSeen));
    }
  }
  return { live, sandbox };
}

async function callAs(world: World, judge: Judge, mode: Mode): Promise<Lines> {
  const tenant = world.tenants[mode];
  const own = mode === 'live' ? world.real : world.sandbox;
  const links = { whatsapp: '77', instagram: `${own.url}/graph/cdn/owner-${mode}.png`, email: undefined };
  const mms = `${own.url}/twilio/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1`;
  const lines = {} as Lines;
  for (const kind of kinds) {
    const more = kind === 'email' ? mailboxAt(mode, world.real) : {};
    const line = await channelOf(tenant, kind, world.real, more);
    lines[kind] = line;
    const link = kind === 'sms' ? mms : links[kind];
    await judge.attempt(`${mode} ${kind} takes part`, () => takePart(world, line, link));
  }
  return lines;
}

async function takePart(world: World, line: Line, link: string | undefined): Promise<void> {
  const chatId = await hear(world, line, link);
  await fetched(world, line);
  await say(world, line, chatId);
  if (line.kind === 'sms') await say(world, line, chatId, 'cut it off');
  if (line.kind === 'whatsapp') await reviewTemplate(line, world);
}
