import { type CallbackBuilder, detailsOf, lineOf, type PhoneMessage } from '../callback-builder.ts';
import type { Account, Environment } from '../environment.ts';
import { hexId, igMid } from '../ids.ts';
import { expiringQuery, saveMedia } from '../media.ts';
import type { Update } from '../outbox/outbox.ts';
import { addLine, addReaction } from '../people.ts';
import { signedByMeta } from './signature.ts';
import type { InstagramSpec } from './specs.ts';
import type { Json } from './whatsapp-check.ts';

type Instagram = Account<InstagramSpec>;

const pack: CallbackBuilder<InstagramSpec>['pack'] = ({ spec }, updates) => {
  const messaging = updates.map((update) => update.part as Json);
  const time = Math.max(...messaging.map((event) => Number(event.timestamp) || 0));
  return signedByMeta(spec.callbackUrl, spec.appSecret, { object: 'instagram', entry: [{ id: spec.igId, time, messaging }] });
};

export const instagramCallbacks: CallbackBuilder<InstagramSpec> = {
  pack,
  inbound: (environment, account, message) => {
    const person = account.people.meet(message.from);
    person.name = message.name ?? person.name;
    const { vendorId, event, opensWindow } = happening(environment, account, message);
    if (message.reaction) addReaction(person, message.reaction);
    if (opensWindow) {
      person.lastInboundAtMs = environment.clock.now();
      if (message.referral?.source === 'ADS') person.cameByAdAtMs = environment.clock.now();
      addLine(person, { ...detailsOf(message), from: 'person', text: lineOf(message), atMs: environment.clock.now(), vendorId });
    }
    const timestamp = message.timestamp === undefined ? environment.clock.now() : message.timestamp * 1000;
    return { vendorId, updates: [fromPerson(account, message.from, timestamp, event)] };
  },
  /** Instagram reports only `read`. */
  status: (environment, account, { vendorId, status, timestamp }, send) => {
    if (status !== 'read') return [];
    const atMs = timestamp === undefined ? environment.clock.now() : timestamp * 1000;
    return [{ ...fromPerson(account, send?.to ?? 'unknown', atMs, { read: { mid: vendorId } }), label: status }];
  },
  echo: (environment, account, { to, text }) => {
    const vendorId = igMid();
    addLine(account.people.meet(to), { from: 'business', text, atMs: environment.clock.now(), vendorId });
    return { vendorId, updates: [echoOf(environment, account, to, vendorId, { text })] };
  },
  raw: (_account, value) => [{ part: value }],
};

/** Returns the echo of a message that the business sent. */
export const echoOf = (environment: Environment, { spec }: Instagram, to: string, mid: string, message: Json): Update => ({
  part: {
    sender: { id: spec.igId },
    recipient: { id: to },
    timestamp: environment.clock.now(),
    message: { mid, ...message, is_echo: true },
  },
});

/** Returns a URL as on Instagram's CDN: no token, but an expiry. */
export const cdnUrl = (environment: Environment, account: Account, id: string) =>
  `${environment.url}/graph/cdn/instagram/${id}?${expiringQuery(environment, account, id)}`;

const fromPerson = ({ spec }: Instagram, from: string, timestamp: number, event: Json): Update => ({
  part: { sender: { id: from }, recipient: { id: spec.igId }, timestamp, ...event },
});

function happening(
  environment: Environment,
  account: Account,
  message: PhoneMessage,
): { vendorId: string; event: Json; opensWindow: boolean } {
  const mid = message.vendorId ?? igMid();
  if (message.seen) return { vendorId: message.seen, event: { read: { mid: message.seen } }, opensWindow: false };
  if (message.deleted) {
    return { vendorId: message.deleted, event: { message: { mid: message.deleted, is_deleted: true } }, opensWindow: false };
  }
  if (message.reaction) return { vendorId: message.reaction.vendorId, event: reactionOf(message.reaction), opensWindow: false };
  if (message.postback) return { vendorId: mid, event: { postback: { mid, ...message.postback } }, opensWindow: true };
  return { vendorId: mid, event: { message: { mid, ...contentOf(environment, account, message) } }, opensWindow: true };
}

function reactionOf({ vendorId, emoji }: NonNullable<PhoneMessage['reaction']>): Json {
  if (!emoji) return { reaction: { mid: vendorId, action: 'unreact' } };
  return { reaction: { mid: vendorId, action: 'react', reaction: emoji === '❤' || emoji === '❤️' ? 'love' : 'other', emoji } };
}

function contentOf(environment: Environment, account: Account, message: PhoneMessage): Json {
  if (message.type === 'unsupported') return { is_unsupported: true };
  const { text, media, storyReply, replyTo } = message;
  const quickReply = message.quickReply ?? (message.buttonReply && { payload: message.buttonReply.id });
  return {
    ...((text ?? message.buttonReply?.title) !== undefined && { text: text ?? message.buttonReply?.title }),
    ...(media && { attachments: [attachmentOf(environment, account, media, message.type)] }),
    ...(quickReply && { quick_reply: quickReply }),
    ...(message.referral && { referral: message.referral }),
    ...(replyTo && { reply_to: { mid: replyTo } }),
    ...(storyReply && {
      reply_to: {
        story: { id: storyReply.id, url: storyReply.url ?? `${environment.url}/graph/cdn/instagram/story-${storyReply.id}` },
      },
    }),
  };
}

function attachmentOf(
  environment: Environment,
  account: Account,
  media: NonNullable<PhoneMessage['media']>,
  forced: string | undefined,
): Json {
  const id = hexId();
  saveMedia(account, id, Buffer.from(media.bytesBase64, 'base64'), media.mimeType, media.fileName ?? null);
  const [family = ''] = media.mimeType.split('/');
  const type = forced ?? (['image', 'video', 'audio'].includes(family) ? family : 'file');
  return { type, payload: { url: cdnUrl(environment, account, id) } };
}
