import type { z } from 'zod';
import type { Inbound } from '../../domain/messages/index.ts';
import { isId } from '../../platform/ids.ts';
import type { InboundRequest, Refusal } from '../adapter.ts';
import { ignored, nameOf, readCallback, readGraphError, timeOf } from '../meta.ts';
import { accountFields } from './account.ts';
import { classify } from './classify.ts';
import { contentOf } from './content.ts';
import { addressesOf, addressOf, aliases, contactsOf, movedTo, senderOf, userIdOf } from './people.ts';
import type { Settings } from './settings.ts';
import { Call, Callback, Change, type Contact, Entry, Message, Preference, Status, UserIdUpdate, Value } from './shapes.ts';

type Own = Pick<Settings, 'phoneNumberId' | 'wabaId'>;

/** Parses a callback, in order: up to 1,000 updates of several numbers in several entries. */
export function parse(settings: Own, { body }: Pick<InboundRequest, 'body'>): Inbound[] {
  return read(Callback, readCallback(body), 'callback', ({ entry }) =>
    entry.flatMap((one) =>
      read(Entry, one, 'entry', (entry) => entry.changes.flatMap((change) => ofChange(settings, entry.id, change))),
    ),
  );
}

/** Reads an item that matches the schema; another one is `ignored`. */
function read<T extends z.ZodType>(shape: T, piece: unknown, name: string, say: (piece: z.infer<T>) => Inbound[]): Inbound[] {
  const found = shape.safeParse(piece);
  return found.success ? say(found.data) : [ignored(`misshapen ${name}`)];
}

const each = <T extends z.ZodType>(
  shape: T,
  pieces: unknown[] | undefined,
  name: string,
  say: (piece: z.infer<T>) => Inbound[],
) => (pieces ?? []).flatMap((piece) => read(shape, piece, name, say));

/** Selects the items of this channel: a callback URL can receive those of every number of an app. */
function ofChange(own: Own, wabaId: string, change: unknown): Inbound[] {
  return read(Change, change, 'change', ({ field, value }) => {
    const ofNumber = numberFields.get(field);
    if (ofNumber) return read(Value, value, nameOf(field), (value) => ofOwnNumber(own, field, value, ofNumber));
    const ofAccount = accountFields.get(field);
    if (!ofAccount) return [ignored(nameOf(field))];
    return wabaId === own.wabaId ? ofAccount(value) : [ignored(`${field} of another account`)];
  });
}

function ofOwnNumber({ phoneNumberId }: Own, field: string, value: Value, say: (value: Value) => Inbound[]): Inbound[] {
  if (value.metadata?.phone_number_id !== phoneNumberId) return [ignored(`${field} of another number`)];
  const said = say(value);
  return said.length > 0 ? said : [ignored(`empty ${field}`)];
}

const numberFields = new Map<string, (value: Value) => Inbound[]>([
  ['messages', ofMessages],
  ['smb_message_echoes', (value) => each(Message, value.message_echoes, 'echo', ofEcho)],
  ['user_preferences', (value) => each(Preference, value.user_preferences, 'preference', ofPreference)],
  ['calls', ofCalls],
  ['user_id_update', (value) => each(UserIdUpdate, value.user_id_update, 'user id update', ofUserIdUpdate)],
]);

function ofMessages(value: Value): Inbound[] {
  const contactOf = contactsOf(value);
  return [
    ...each(Message, value.messages, 'message', (message) => ofMessage(message, contactOf(message))),
    ...each(Status, value.statuses, 'status', ofStatus),
    ...(value.errors ?? []).map(ofTrouble),
  ];
}

function ofMessage(message: Message, contact: Contact | undefined): Inbound[] {
  const at = timeOf(message.timestamp * 1000);
  const [from, ...others] = senderOf(message, contact);
  if (!at) return [ignored('message without a time')];
  if (message.group_id !== undefined) return [ignored('message in a group')];
  if (message.type === 'request_welcome') return [ignored('request_welcome')];
  if (message.type === 'system') return orIgnored(movedTo(message), `system ${nameOf(message.system?.type)}`);
  if (message.type === 'revoke' && message.revoke) return [{ kind: 'deleted', vendorId: message.revoke.original_message_id, at }];
  if (!from) return [ignored('message without a sender')];
  const name = contact?.profile?.name || contact?.profile?.username || null;
  return [
    {
      kind: 'message',
      vendorId: message.id,
      at,
      from: [from, ...others],
      name,
      content: contentOrEdit(message),
      isAutomatic: false,
      preference: null,
    },
  ];
}

function ofCalls(value: Value): Inbound[] {
  const contactOf = contactsOf(value);
  return each(Call, value.calls, 'call', (call) => ofCall(call, contactOf(call)));
}

/** Stores a call as an `unsupported` message, because it opens the window. The end of a call is ignored. */
function ofCall(call: z.infer<typeof Call>, contact: Contact | undefined): Inbound[] {
  const at = timeOf(call.timestamp * 1000);
  const [from, ...others] = senderOf(call, contact);
  if (call.event !== 'connect' || call.direction === 'BUSINESS_INITIATED') return [ignored(`call ${nameOf(call.event)}`)];
  if (!at || !from) return [ignored('call without a time or a caller')];
  const content = { type: 'unsupported' as const, text: null, media: [], details: { kind: 'call' }, replyTo: null };
  const name = contact?.profile?.name || contact?.profile?.username || null;
  const isAutomatic = false;
  return [{ kind: 'message', vendorId: call.id, at, from: [from, ...others], name, content, isAutomatic, preference: null }];
}

const orIgnored = (said: Inbound[], what: string): Inbound[] => (said.length > 0 ? said : [ignored(what)]);

/** Stores an edit as a new message that replies to the old one: it has an id of its own. */
function contentOrEdit(message: Message) {
  if (message.type !== 'edit' || !message.edit) return contentOf(message);
  const edits = message.edit.original_message_id;
  const content = contentOf(message.edit.message);
  return { ...content, replyTo: edits, details: { ...content.details, edits } };
}

function ofEcho(echo: Message): Inbound[] {
  const at = timeOf(echo.timestamp * 1000);
  const known = addressesOf(addressOf(echo.to), userIdOf(echo.to_user_id), userIdOf(echo.to_parent_user_id));
  const [to] = known;
  if (!at) return [ignored('echo without a time')];
  if (echo.type === 'revoke' && echo.revoke) return [{ kind: 'deleted', vendorId: echo.revoke.original_message_id, at }];
  if (!to || echo.group_id !== undefined) return [ignored('echo without a recipient')];
  return [{ kind: 'echo', vendorId: echo.id, at, to, content: contentOrEdit(echo) }, ...aliases(known)];
}

const statuses = new Map<string, 'sent' | 'delivered' | 'read' | 'failed'>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'], // a voice message that was listened to
  ['failed', 'failed'],
]);

function ofStatus(update: z.infer<typeof Status>): Inbound[] {
  const at = timeOf(update.timestamp * 1000);
  const status = statuses.get(update.status);
  if (!at || !status) return [ignored(`status ${nameOf(update.status)}`)];
  const ours = update.biz_opaque_callback_data;
  const refusal = status === 'failed' ? whyFailed(update.errors) : null;
  return [
    {
      kind: 'status',
      vendorId: update.id,
      messageId: ours !== undefined && isId(ours) ? ours : null,
      status,
      at,
      error: refusal?.error ?? null,
      isOptOut: refusal?.implies === 'opted_out',
      ...(update.pricing && { pricing: update.pricing }),
    },
    ...(status === 'delivered' || status === 'read' ? namesOfRecipient(update) : []),
  ];
}

const noReason: Pick<Refusal, 'error' | 'implies'> = {
  error: { key: 'provider_error', code: null, message: 'WhatsApp could not deliver this message and did not say why' },
};

function whyFailed(errors: unknown[] = []): Pick<Refusal, 'error' | 'implies'> {
  const [error] = errors.flatMap((one) => readGraphError(one) ?? []);
  return error ? classify(error) : noReason;
}

/** Reports the user id of a recipient: the next callback may contain only that id. */
const namesOfRecipient = ({ recipient_id, recipient_user_id }: z.infer<typeof Status>): Inbound[] =>
  aliases(addressesOf(addressOf(recipient_id), userIdOf(recipient_user_id)));

function ofTrouble(error: unknown): Inbound {
  const found = readGraphError(error);
  return found ? { kind: 'channel_trouble', error: classify(found).error } : ignored('misshapen error');
}

function ofPreference({ wa_id, user_id, category, value, timestamp }: z.infer<typeof Preference>): Inbound[] {
  const at = timeOf(timestamp * 1000);
  const [of] = addressesOf(addressOf(wa_id), userIdOf(user_id));
  if (!at || !of || category !== 'marketing_messages') return [ignored(`preference ${nameOf(category)}`)];
  return [{ kind: 'preference', of, isSubscribed: value === 'resume', at }];
}

function ofUserIdUpdate({ user_id }: z.infer<typeof UserIdUpdate>): Inbound[] {
  return orIgnored(aliases(addressesOf(userIdOf(user_id.previous), userIdOf(user_id.current))), 'user_id_update');
}
