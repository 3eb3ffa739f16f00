import { type CallbackBuilder, detailsOf, lineOf, type PhoneMessage, type StatusChange } from '../callback-builder.ts';
import type { Account, Environment } from '../environment.ts';
import { numericId, userIdOf, wamid } from '../ids.ts';
import { expiringQuery, saveMedia } from '../media.ts';
import type { Update } from '../outbox/outbox.ts';
import { addLine, addReaction, findLine, type Person } from '../people.ts';
import { statusError } from './errors.ts';
import type { WhatsAppSpec } from './specs.ts';
import { isUserId, waIdOf } from './wa-id.ts';
import { packWhatsApp, whatsappUpdate } from './whatsapp-callbacks.ts';

const DAY_SECONDS = 86_400;

export const whatsappCallbacks: CallbackBuilder<WhatsAppSpec> = {
  pack: packWhatsApp,
  inbound: (environment, account, message) => {
    const vendorId = message.vendorId ?? wamid();
    const person = personWriting(environment, account, message);
    const hidden = message.withoutPhoneNumber || account.knobs.bsuidOnly;
    if (message.call) return callOf(environment, account, person, vendorId);
    const item = {
      ...(hidden ? {} : { from: person.address }),
      from_user_id: person.userId,
      id: vendorId,
      timestamp: secondsOf(environment, message.timestamp),
      ...contentOf(environment, account, message),
      ...(message.referral && { referral: message.referral }),
      ...(message.replyTo && {
        context: { from: account.spec.displayPhoneNumber, id: message.replyTo },
      }),
    };
    const contact = {
      profile: { name: person.name ?? (hidden ? person.userId : person.address) },
      ...(hidden ? {} : { wa_id: person.address }),
      user_id: person.userId,
    };
    if (message.reaction) addReaction(person, message.reaction);
    else
      addLine(person, { ...detailsOf(message), from: 'person', text: lineOf(message), atMs: environment.clock.now(), vendorId });
    return { vendorId, updates: [whatsappUpdate({ field: 'messages', list: 'messages', item, contact })] };
  },
  status: (environment, account, change, send) => [
    statusUpdate(environment, account, change, send?.to ?? null, send?.ownId ?? null, 'service'),
  ],
  echo: (environment, account, { to, text }) => {
    const vendorId = wamid();
    const { spec, knobs } = account;
    const person = account.people.meet(waIdOf(knobs, to));
    const item = {
      from: spec.displayPhoneNumber.replaceAll(/\D/g, ''),
      to: person.address,
      to_user_id: person.userId ?? userIdOf(account.id, person.address),
      id: vendorId,
      timestamp: secondsOf(environment),
      type: 'text',
      text: { body: text },
    };
    addLine(person, { from: 'business', text, atMs: environment.clock.now(), vendorId });
    return { vendorId, updates: [whatsappUpdate({ field: 'smb_message_echoes', list: 'message_echoes', item })] };
  },
  preference: (environment, account, { from, value }) => {
    const person = account.people.meet(waIdOf(account.knobs, from));
    person.marketingStopped = value === 'stop';
    const item = {
      wa_id: person.address,
      user_id: person.userId ?? userIdOf(account.id, person.address),
      detail: value === 'stop' ? 'User requested to stop marketing messages' : 'User requested to resume marketing messages',
      category: 'marketing_messages',
      value,
      timestamp: Number(secondsOf(environment)),
    };
    return [whatsappUpdate({ field: 'user_preferences', list: 'user_preferences', item })];
  },
  template: (_world, _account, value) => [whatsappUpdate({ field: 'message_template_status_update', value })],
  raw: (_account, value) => {
    const { field, value: inner } = value as { field?: string; value?: unknown };
    return [whatsappUpdate(field && inner ? { field, value: inner } : { field: 'messages', value })];
  },
};

/** Returns the start of a call. It opens the window like a message. */
function callOf(
  environment: Environment,
  { spec }: Account<WhatsAppSpec>,
  person: Person,
  id: string,
): { vendorId: string; updates: Update[] } {
  const item = {
    id,
    from: person.address,
    to: spec.displayPhoneNumber.replaceAll(/\D/g, ''),
    event: 'connect',
    direction: 'USER_INITIATED',
    timestamp: secondsOf(environment),
  };
  const contact = { profile: { name: person.name ?? person.address }, wa_id: person.address };
  return { vendorId: id, updates: [whatsappUpdate({ field: 'calls', list: 'calls', item, contact })] };
}

export function statusUpdate(
  environment: Environment,
  account: Account,
  change: StatusChange,
  to: string | null,
  ownId: string | null,
  category: string,
): Update {
  const { status, vendorId, errorCode } = change;
  const person = to === null ? undefined : account.people.find(to);
  const item = {
    id: vendorId,
    status,
    timestamp: secondsOf(environment, change.timestamp),
    ...(to !== null && isUserId(to) ? {} : { recipient_id: to ?? 'unknown' }),
    ...(person?.userId && { recipient_user_id: person.userId }),
    ...(status !== 'failed' && {
      conversation: conversationOf(environment, account, to, category),
      pricing: pricingOf(environment, category),
    }),
    ...(ownId !== null && { biz_opaque_callback_data: ownId }),
    ...(errorCode && { errors: [statusError(errorCode)] }),
  };
  return { ...whatsappUpdate({ field: 'messages', list: 'statuses', item }), label: status };
}

const conversationOf = (environment: Environment, account: Account, to: string | null, category: string) => ({
  id: userIdOf(account.id, `conversation:${to}`).slice(3),
  expiration_timestamp: String(Math.floor(environment.clock.now() / 1000) + DAY_SECONDS),
  origin: { type: category },
});

/** Since this date answers within the window are charged, too. */
const SERVICE_CHARGED_FROM_MS = Date.UTC(2026, 9, 1);

function pricingOf(environment: Environment, category: string) {
  const billable = category !== 'service' || environment.clock.now() >= SERVICE_CHARGED_FROM_MS;
  return { billable, pricing_model: 'PMP', category, type: billable ? 'regular' : 'free_customer_service' };
}

function personWriting(environment: Environment, account: Account, message: PhoneMessage): Person {
  const person = account.people.find(message.from) ?? account.people.meet(waIdOf(account.knobs, message.from));
  person.userId = message.userId ?? person.userId ?? userIdOf(account.id, person.address);
  person.name = message.name ?? person.name;
  person.lastInboundAtMs = environment.clock.now();
  account.people.alsoKnownAs(person, person.userId);
  return person;
}

function contentOf(environment: Environment, account: Account, message: PhoneMessage): Record<string, unknown> {
  if (message.type === 'unsupported') return { type: 'unsupported', errors: [statusError(131051)] };
  if (message.media) return mediaContent(environment, account, message.media, message.type);
  if (message.buttonReply && answersTemplate(account, message))
    return { type: 'button', button: { payload: message.buttonReply.id, text: message.buttonReply.title } };
  if (message.buttonReply) return interactive('button_reply', message.buttonReply);
  if (message.listReply) return interactive('list_reply', message.listReply);
  if (message.button) return { type: 'button', button: message.button };
  if (message.location) return { type: 'location', location: message.location };
  if (message.contacts) return { type: 'contacts', contacts: message.contacts };
  if (message.reaction) {
    const { vendorId, emoji } = message.reaction;
    return { type: 'reaction', reaction: { message_id: vendorId, ...(emoji && { emoji }) } };
  }
  return { type: 'text', text: { body: message.text ?? '' } };
}

/** WhatsApp reports a press on a button of a template in another way than that of an interactive message. */
function answersTemplate(account: Account, { from, replyTo }: PhoneMessage): boolean {
  const person = account.people.find(waIdOf(account.knobs, from));
  return replyTo !== undefined && person !== undefined && findLine(person, replyTo)?.type === 'template';
}

const interactive = (type: string, reply: unknown) => ({ type: 'interactive', interactive: { type, [type]: reply } });

function mediaContent(
  environment: Environment,
  account: Account,
  input: NonNullable<PhoneMessage['media']>,
  forced: string | undefined,
) {
  const media = saveMedia(account, numericId(), Buffer.from(input.bytesBase64, 'base64'), input.mimeType, input.fileName ?? null);
  const type = forced ?? mediaTypeOf(input.mimeType);
  return {
    type,
    [type]: {
      id: media.id,
      mime_type: media.mimeType,
      sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
      url: mediaUrl(environment, account, media.id),
      ...(input.caption && { caption: input.caption }),
      ...(type === 'document' && { filename: input.fileName ?? 'document' }),
      ...(type === 'audio' && { voice: false }),
    },
  };
}

/** Returns the URL of a file. It expires, and needs the token as well. */
export const mediaUrl = (environment: Environment, account: Account, id: string) =>
  `${environment.url}/graph/lookaside/whatsapp/${id}?${expiringQuery(environment, account, id)}`;

function mediaTypeOf(mimeType: string): string {
  if (mimeType === 'image/webp') return 'sticker';
  const [family = ''] = mimeType.split('/');
  return ['image', 'video', 'audio'].includes(family) ? family : 'document';
}

const secondsOf = (environment: Environment, timestamp?: number) =>
  String(timestamp ?? Math.floor(environment.clock.now() / 1000));
