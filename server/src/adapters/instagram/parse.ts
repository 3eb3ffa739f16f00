import type { Address, Inbound, InboundContent } from '../../domain/messages/index.ts';
import type { InboundRequest } from '../adapter.ts';
import { ignored, nameOf, readCallback, timeOf } from '../meta.ts';
import { contentOf, editContent, postbackContent, reactionContent } from './content.ts';
import type { Settings } from './settings.ts';
import { Callback, Change, Entry, Item, Message } from './shapes.ts';

type Own = Pick<Settings, 'igId'>;

/** Parses a callback, in order. */
export function parse(settings: Own, { body }: Pick<InboundRequest, 'body'>): Inbound[] {
  const callback = Callback.safeParse(readCallback(body)).data;
  return callback ? callback.entry.flatMap((entry) => ofEntry(settings, entry)) : [ignored('misshapen callback')];
}

/** `standby` has the messages of conversations that another app owns; `changes` has comments and similar events. */
function ofEntry(own: Own, piece: unknown): Inbound[] {
  const entry = Entry.safeParse(piece).data;
  if (!entry) return [ignored('misshapen entry')];
  if (entry.id !== own.igId) return [ignored('entry of another account')];
  const { messaging = [], standby = [], changes = [] } = entry;
  if (messaging.length + standby.length + changes.length === 0) return [ignored('empty entry')];
  return [
    ...messaging.map((item) => ofItem(own, item)),
    ...standby.map(() => ignored('standby: another app owns this conversation')),
    ...changes.map((change) => ofChange(own, change)),
  ];
}

const messagingFields = new Set(['messages', 'messaging_postbacks', 'messaging_seen', 'message_reactions', 'message_edit']);

/** Meta's documentation shows messages in both fields; its test button uses this one. */
function ofChange(own: Own, piece: unknown): Inbound {
  const change = Change.safeParse(piece).data;
  if (!change) return ignored('misshapen change');
  return messagingFields.has(change.field) ? ofItem(own, change.value) : ignored(nameOf(change.field));
}

function ofItem(own: Own, piece: unknown): Inbound {
  const item = Item.safeParse(piece).data;
  const at = item && timeOf(item.timestamp);
  if (!item || !at) return ignored('misshapen item');
  if (item.sender.id === item.recipient.id) return ignored('message to oneself');
  const message = item.message === undefined ? undefined : Message.safeParse(item.message);
  const isOwn = item.sender.id === own.igId || message?.data?.is_echo === true;
  const person: Address = { type: 'instagram_id', value: isOwn ? item.recipient.id : item.sender.id };
  if (message) return message.success ? ofMessage(message.data, at, person, isOwn) : ignored('misshapen message');
  if (item.read) return isOwn ? ignored('read by ourselves') : { kind: 'seen', vendorId: item.read.mid ?? null, by: person, at };
  const other = ofOther(item, at);
  return other ? said(other.vendorId, at, person, isOwn, other.content) : ignored('item of an unknown kind');
}

const ofMessage = (message: Message, at: Date, person: Address, isOwn: boolean): Inbound =>
  message.is_deleted
    ? { kind: 'deleted', vendorId: message.mid, at }
    : { ...said(message.mid, at, person, isOwn, contentOf(message)), ...(!isOwn && opensLonger(message)) };

/** A message that answers an advertisement opens the window for seven days. */
const AD_WINDOW_HOURS = 168;
const opensLonger = ({ referral }: Message) => (referral?.source === 'ADS' ? { opensForHours: AD_WINDOW_HOURS } : {});

/**
 * Makes an id for a reaction or an edit, which have only the id of their message, from fields that are the same in a repeated callback.
 * Instagram reports an edit with number 0 when it hides the content.
 */
function ofOther({ sender, reaction, postback, message_edit }: Item, at: Date) {
  const moment = at.getTime();
  if (reaction) return { vendorId: `${reaction.mid}:${nameOf(reaction.action)}:${moment}`, content: reactionContent(reaction) };
  if (postback) return { vendorId: postback.mid ?? `${sender.id}:postback:${moment}`, content: postbackContent(postback) };
  if (!message_edit || message_edit.num_edit === 0) return undefined;
  return { vendorId: `${message_edit.mid}:edit:${message_edit.num_edit ?? moment}`, content: editContent(message_edit) };
}

/** A message of the account itself, through us or in Instagram's app, is an echo. */
function said(vendorId: string, at: Date, person: Address, isOwn: boolean, content: InboundContent): Inbound {
  if (isOwn) return { kind: 'echo', vendorId, at, to: person, content };
  return { kind: 'message', vendorId, at, from: [person], name: null, content, isAutomatic: false, preference: null };
}
