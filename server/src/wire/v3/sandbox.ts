import { z } from 'zod';
import { channelTypes } from '../../registry/channels.ts';
import { id, idInput, isoTime, time, timeInput } from './shapes.ts';

const rate = z.number().min(0).max(1);
/** A provider has 30 seconds to answer, so a longer delay would be no answer at all. */
const MOST_DELAY_MS = 20_000;

const behaviour = {
  delayMs: z.int().min(0).max(MOST_DELAY_MS).describe('How much later every answer, status and message of a customer comes.'),
  refuseRate: rate.describe('The share of sends that the provider refuses with refuseCode, 0 to 1.'),
  refuseCode: z
    .int()
    .min(0)
    .max(999_999)
    .describe('The error code of the provider, such as 131026 (WhatsApp) or 21610 (Twilio).'),
  dropRate: rate.describe('The share of sends that are accepted and get no answer: their messages become unknown.'),
  repeatRate: rate.describe('The share of callbacks that are posted twice.'),
  isOutOfOrder: z.boolean().describe('The statuses of a message come in a wrong order.'),
  phone: z
    .enum(['off', 'on', 'reading'])
    .describe('Messages are sent only (off), delivered (on), or delivered and read where the channel reports it (reading).'),
};

export const SandboxChannel = z
  .strictObject({
    id,
    type: z.enum(channelTypes),
    name: z.string(),
    address: z.string().describe('The number, address or account id that customers write to.'),
  })
  .meta({ id: 'SandboxChannel' });

export const SandboxBehaviour = SandboxChannel.extend(behaviour).meta({ id: 'SandboxBehaviour' });

const optional = Object.fromEntries(Object.entries(behaviour).map(([name, schema]) => [name, schema.optional()])) as {
  [K in keyof typeof behaviour]: z.ZodOptional<(typeof behaviour)[K]>;
};
export const SandboxBehaviourUpdate = z.strictObject(optional);

export const SandboxReset = z.strictObject({
  conversations: z.boolean().default(false).describe('Empty the phones too; chats in Patchbay stay.'),
});

const button = z.strictObject({ id: z.string(), title: z.string() });

export const SandboxMessage = z
  .strictObject({
    vendorId: z.string(),
    sender: z.enum(['customer', 'business']),
    type: z.string(),
    text: z.string(),
    subject: z.string().nullable(),
    file: z.strictObject({ name: z.string().nullable(), mimeType: z.string().nullable() }).nullable(),
    buttons: z.array(button),
    replyTo: z.string().nullable(),
    reaction: z.string().nullable(),
    isHeld: z.boolean().describe('A customer wrote it, and the provider has not reported it yet.'),
    at: time,
  })
  .meta({ id: 'SandboxMessage' });

export const SandboxPerson = z
  .strictObject({
    address: z.string(),
    name: z.string().nullable(),
    lastWroteAt: time.nullable(),
    isOptedOut: z.boolean(),
    latestMessage: SandboxMessage.nullable(),
  })
  .meta({ id: 'SandboxPerson' });

export const SandboxPhone = SandboxPerson.omit({ latestMessage: true })
  .extend({ messages: z.array(SandboxMessage) })
  .meta({ id: 'SandboxPhone' });

export const SandboxRequest = z
  .strictObject({
    at: time,
    kind: z.enum(['send', 'callback']),
    what: z.string().describe('message, or the status that a callback reports.'),
    outcome: z.enum(['accepted', 'refused', 'repeated', 'no_answer', 'connection_cut', 'answered', 'not_answered']),
    errorCode: z.int().nullable(),
    tookMs: z.int(),
    isRepeat: z.boolean(),
    address: z.string().nullable(),
    vendorId: z.string().nullable(),
  })
  .meta({ id: 'SandboxRequest' });

const address = z.string().trim().min(1).max(200);
const vendorId = z.string().min(1).max(500);

export const SandboxPhoneRead = z.strictObject({ address });

/** What a customer does on the phone. Give at least one of text, html, fileId, reaction, button and location. */
export const SandboxMessageCreate = z
  .strictObject({
    from: address.describe('The phone number, email address or account id of the customer; any that you like.'),
    name: z.string().trim().min(1).max(100).optional(),
    text: z.string().max(10_000).optional(),
    subject: z.string().max(500).optional(),
    html: z.string().max(200_000).optional(),
    fileId: idInput.optional().describe('An uploaded file of at most 5 MiB.'),
    replyTo: vendorId.optional().describe('The vendorId of the message that it answers.'),
    reaction: z.strictObject({ vendorId, emoji: z.string().max(20).nullable() }).optional(),
    button: z.strictObject({ id: z.string().max(256), title: z.string().min(1).max(200) }).optional(),
    location: z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
    sentAt: timeInput.optional().describe('When the customer wrote it; now without it.'),
  })
  .refine(({ from: _from, name: _name, sentAt: _sentAt, replyTo: _replyTo, subject: _subject, ...acts }) => hasAny(acts), {
    error: 'Give at least one of text, html, fileId, reaction, button and location',
    path: ['text'],
  });

const hasAny = (acts: object): boolean => Object.values(acts).some((value) => value !== undefined);

export const SandboxMessageCreated = z.strictObject({ vendorId: z.string() });

type Knobs = {
  latencyMs?: unknown;
  errorRate?: unknown;
  errorCode?: unknown;
  dropConnectionAfterAccept?: unknown;
  duplicateCallbacks?: unknown;
  shuffleStatuses?: unknown;
  statuses?: unknown;
};

type Behaviour = { [K in keyof typeof behaviour]: z.infer<(typeof behaviour)[K]> };
type Shown = z.infer<typeof SandboxChannel>;

/** Reads the behaviour from the knobs of the account. Knobs that the sandbox offers beyond it are not shown. */
export function toSandboxBehaviour(channel: Shown, knobs: Knobs): z.infer<typeof SandboxBehaviour> {
  const statuses = Array.isArray(knobs.statuses) ? (knobs.statuses as string[]) : [];
  return {
    ...channel,
    delayMs: Math.min(numberOf(knobs.latencyMs), MOST_DELAY_MS),
    refuseRate: numberOf(knobs.errorRate),
    refuseCode: numberOf(knobs.errorCode),
    dropRate: numberOf(knobs.dropConnectionAfterAccept),
    repeatRate: numberOf(knobs.duplicateCallbacks),
    isOutOfOrder: knobs.shuffleStatuses === true,
    phone: statuses.includes('read') ? 'reading' : statuses.includes('delivered') ? 'on' : 'off',
  };
}

const STATUSES = { off: ['sent'], on: ['sent', 'delivered'], reading: ['sent', 'delivered', 'read'] } as const;

/** Returns the knobs for a change of behaviour. Null sets a knob to the default of its channel. */
export function toKnobs(changes: { [K in keyof Behaviour]?: Behaviour[K] | undefined }): Record<string, unknown> {
  const { delayMs, refuseRate, refuseCode, dropRate, repeatRate, isOutOfOrder, phone } = changes;
  const knobs = {
    latencyMs: delayMs,
    inboundDelayMs: delayMs,
    statusDelayMs: delayMs === 0 ? null : delayMs,
    errorRate: refuseRate,
    errorCode: refuseCode,
    dropConnectionAfterAccept: dropRate,
    duplicateCallbacks: repeatRate,
    shuffleStatuses: isOutOfOrder,
    statuses: phone && STATUSES[phone],
  };
  return Object.fromEntries(Object.entries(knobs).filter(([, value]) => value !== undefined));
}

/** The knobs of a behaviour without faults. */
export const DEFAULT_KNOBS = Object.fromEntries(
  [
    'latencyMs',
    'inboundDelayMs',
    'statusDelayMs',
    'errorRate',
    'errorCode',
    'dropConnectionAfterAccept',
    'duplicateCallbacks',
    'shuffleStatuses',
    'statuses',
  ].map((name) => [name, null]),
);

type Line = {
  from: 'person' | 'business';
  text: string;
  atMs: number;
  vendorId: string;
  type?: string;
  subject?: string;
  file?: { name: string | null; mimeType: string | null };
  buttons?: { id: string; title: string }[];
  replyTo?: string;
  reaction?: string;
  isHeld?: boolean;
};
type Person = { address: string; name: string | null; lastInboundAtMs: number | null; optedOut: boolean };

const toMessage = (line: Line): z.infer<typeof SandboxMessage> => ({
  vendorId: line.vendorId,
  sender: line.from === 'person' ? 'customer' : 'business',
  type: line.type ?? 'text',
  text: line.text,
  subject: line.subject ?? null,
  file: line.file ?? null,
  buttons: line.buttons ?? [],
  replyTo: line.replyTo ?? null,
  reaction: line.reaction ?? null,
  isHeld: line.isHeld ?? false,
  at: isoTime(new Date(line.atMs)),
});

const personFields = ({ address, name, lastInboundAtMs, optedOut }: Person) => ({
  address,
  name,
  lastWroteAt: lastInboundAtMs === null ? null : isoTime(new Date(lastInboundAtMs)),
  isOptedOut: optedOut,
});

export const toSandboxPeople = ({ people }: { people?: unknown }): z.infer<typeof SandboxPerson>[] =>
  (people as (Person & { latest: Line | null })[]).map((person) => ({
    ...personFields(person),
    latestMessage: person.latest && toMessage(person.latest),
  }));

export function toSandboxPhone(body: Record<string, unknown>): z.infer<typeof SandboxPhone> {
  const person = body as Person & { lines: Line[] };
  return { ...personFields(person), messages: person.lines.map(toMessage) };
}

/** Returns the requests of the wire log, the latest first. */
export const toSandboxRequests = ({ entries }: { entries?: unknown }): z.infer<typeof SandboxRequest>[] =>
  (entries as z.infer<typeof SandboxRequest>[]).toReversed();

type Written = z.output<typeof SandboxMessageCreate>;
type Media = { bytesBase64: string; mimeType: string; fileName: string };

/** Returns the message in the form of the sandbox. A channel without buttons gets the title of the button as text. */
export const toPhoneMessage = (
  { from, name, text, subject, html, replyTo, reaction, button, location, sentAt }: Written,
  media: Media | undefined,
): Record<string, unknown> => ({
  from,
  ...(name !== undefined && { name }),
  ...(!media && (text ?? button?.title) !== undefined && { text: text ?? button?.title }),
  ...(subject !== undefined && { subject }),
  ...(html !== undefined && { html }),
  ...(media && { media: { ...media, ...(text !== undefined && { caption: text }) } }),
  ...(replyTo !== undefined && { replyTo }),
  ...(reaction && { reaction: { vendorId: reaction.vendorId, ...(reaction.emoji && { emoji: reaction.emoji }) } }),
  ...(button && { buttonReply: button }),
  ...(location && { location }),
  ...(sentAt && { timestamp: Math.floor(sentAt.getTime() / 1000) }),
});

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
