import { kinds } from '../channels/kinds.ts';
import { mailboxAt } from './accounts.ts';
import { channelOf, type Environment, type Line, type Mode } from './environment.ts';
import { fetched, receive, reviewTemplate, say, untilSeen } from './talk.ts';
import { callsOf, type Verifier } from './verify.ts';

export type Lines = Record<Line['kind'], Line>;

/** A call of one tenant that must arrive at the right provider: its kind, and how the provider sees it. */
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
 * Every kind of call of all four channels, by a tenant of each sort. The settings name the real providers for both: whom they reach
 * is decided by what they are.
 */
export async function callEverything(environment: Environment, verify: Verifier): Promise<Record<Mode, Lines>> {
  const [live, sandbox] = await Promise.all([callAs(environment, verify, 'live'), callAs(environment, verify, 'sandbox')]);
  for (const mode of ['live', 'sandbox'] as const) {
    const there = mode === 'live' ? environment.real : environment.sandbox;
    for (const [what, looks] of expected) {
      const isSeen = () => callsOf(there, mode).some((call) => looks.test(call.what));
      verify.expect(`${mode} ${what}`, await untilSeen(environment, isSeen));
    }
  }
  return { live, sandbox };
}

async function callAs(environment: Environment, verify: Verifier, mode: Mode): Promise<Lines> {
  const tenant = environment.tenants[mode];
  const own = mode === 'live' ? environment.real : environment.sandbox;
  const links = { whatsapp: '77', instagram: `${own.url}/graph/cdn/owner-${mode}.png`, email: undefined };
  const mms = `${own.url}/twilio/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1`;
  const lines = {} as Lines;
  for (const kind of kinds) {
    const more = kind === 'email' ? mailboxAt(mode, environment.real) : {};
    const line = await channelOf(tenant, kind, environment.real, more);
    lines[kind] = line;
    const link = kind === 'sms' ? mms : links[kind];
    await verify.attempt(`${mode} ${kind} takes part`, () => takePart(environment, line, link));
  }
  return lines;
}

async function takePart(environment: Environment, line: Line, link: string | undefined): Promise<void> {
  const chatId = await receive(environment, line, link);
  await fetched(environment, line);
  await say(environment, line, chatId);
  if (line.kind === 'sms') await say(environment, line, chatId, 'cut it off');
  if (line.kind === 'whatsapp') await reviewTemplate(line, environment);
}
