import { setTimeout as wait } from 'node:timers/promises';
import type { Patchbay, types } from '@patchbay/sdk';
import { readAll } from '../ask.ts';
import { command, type Task } from '../command.ts';
import { exitCodes, usage } from '../failure.ts';
import { parseTime } from '../time.ts';

const LOOK_EVERY_MS = 500;

export const send = command({
  name: 'send',
  summary: 'Send a message in a chat, or to a contact on a channel',
  details: 'The text - is read from standard input. After a lost connection the request is repeated without sending twice.',
  arguments: [{ name: 'text', summary: 'the text; not with --template', optional: true, rest: true }],
  options: {
    chat: { type: 'string', value: 'ID', summary: 'the chat to write in' },
    contact: { type: 'string', value: 'ID', summary: 'the contact to write to; needs --channel' },
    channel: { type: 'string', value: 'ID', summary: 'the channel to use' },
    subject: { type: 'string', value: 'TEXT', summary: 'the subject of a mail' },
    purpose: { type: 'string', value: 'PURPOSE', summary: 'purpose of the text: marketing, utility or service' },
    template: { type: 'string', value: 'ID', summary: 'send this message template' },
    variable: { type: 'string', value: 'NAME=TEXT', multiple: true, summary: 'value of a placeholder of the template' },
    at: { type: 'string', value: 'TIME', summary: 'send it then: 2026-11-16T08:00:00Z, or +10m' },
    wait: { type: 'boolean', summary: 'wait until the provider accepts or refuses it' },
  },
  examples: [
    'patchbay send --chat 01a1dca6-fec0-71d4-8860-39800fa9c47a Yes, in blue too.',
    'patchbay send --contact 01a1dca6-… --channel 01a1dd55-… --template 01a1dd60-… --variable 1=Ada --wait',
  ],
  async run({ io, out, args, options, patchbay }) {
    const { chat, contact, channel, at } = options;
    if ((chat === undefined) === (contact === undefined)) throw usage('say to whom: --chat ID, or --contact ID --channel ID');
    if (contact !== undefined && channel === undefined) throw usage('--contact needs --channel ID: a person may be on several');
    const scheduled = at === undefined ? {} : { scheduledAt: parseTime(at, '--at', new Date()).toISOString() };
    const body = { ...contentOf(await textOf(io, args.text), options), ...scheduled };
    const api = await patchbay();
    const call = { signal: io.signal };
    const sent =
      chat === undefined
        ? await api.messages.sendToContact({ ...body, contactId: contact ?? '', channelId: channel ?? '' }, call)
        : await api.messages.send(chat, body, call);
    const message = options.wait ? await settled(api, sent, io) : sent;
    out.result(message, () => out.line(summary(message)));
    return message.status === 'failed' ? exitCodes.failed.code : exitCodes.ok.code;
  },
});

type Options = {
  template?: string | undefined;
  variable?: string[] | undefined;
  subject?: string | undefined;
  purpose?: string | undefined;
};

const PURPOSES = ['marketing', 'utility', 'service'] as const;

function purposeOf(given: string): (typeof PURPOSES)[number] {
  const purpose = PURPOSES.find((one) => one === given);
  if (!purpose) throw usage(`--purpose cannot be ${given}`, `write one of ${PURPOSES.join(', ')}`);
  return purpose;
}

/** Requires either a text or a template. */
function contentOf(text: string | undefined, { template, variable = [], subject, purpose }: Options) {
  if (template !== undefined) {
    if (text !== undefined) throw usage('a template brings its own text: leave the text out, or --template');
    if (purpose !== undefined) throw usage('the category of a template says what it is for: leave --purpose out');
    return { type: 'template' as const, template: { id: template, variables: Object.fromEntries(variable.map(nameAndText)) } };
  }
  if (text === undefined) throw usage('there is nothing to send: give a text, - to read one, or --template ID');
  if (variable.length > 0) throw usage('--variable is for --template');
  const purposed = purpose === undefined ? {} : { purpose: purposeOf(purpose) };
  return { type: 'text' as const, text, ...(subject !== undefined && { subject }), ...purposed };
}

function nameAndText(given: string): [string, string] {
  const at = given.indexOf('=');
  if (at < 1) throw usage(`--variable cannot be ${given}`, 'write NAME=TEXT, such as 1=Ada');
  return [given.slice(0, at), given.slice(at + 1)];
}

const textOf = async (io: Task['io'], given: string | undefined): Promise<string | undefined> =>
  given === '-' ? (await readAll(io.stdin)).trimEnd() : given;

/** A message that is scheduled waits for its time, not for us. */
async function settled(api: Patchbay, sent: types.FullMessage, { signal }: Task['io']): Promise<types.FullMessage> {
  let message = sent;
  while (message.status === 'pending' && (message.sendState === 'queued' || message.sendState === 'sending')) {
    await wait(LOOK_EVERY_MS, undefined, { signal });
    message = await api.messages.get(message.id, { signal });
  }
  return message;
}

function summary({ id, status, sendState, scheduledAt, errors, channel, handle }: types.FullMessage): string {
  const [error] = errors;
  const why = error ? `: ${error.message} (${[error.key, error.code].filter((part) => part !== null).join(', ')})` : '';
  const unknown = sendState === 'unknown' ? ', but it is unknown whether it arrived' : '';
  return `${id} ${status}${scheduledAt ? ` for ${scheduledAt}` : ''}${unknown} (${channel.type} to ${handle.value})${why}`;
}
