import type { Account, Environment } from '../environment.ts';
import { igMid } from '../ids.ts';
import type { Send } from '../journal.ts';
import type { Update } from '../outbox/outbox.ts';
import type { LineDetails } from '../people.ts';
import { planStatuses } from '../sending/statuses.ts';
import type { Attempt, Refusal } from '../sending/take-send.ts';
import { echoOf, instagramCallbacks } from './instagram.ts';
import type { InstagramSpec } from './specs.ts';
import { type Json, wordOf } from './whatsapp-check.ts';

type Instagram = Account<InstagramSpec>;

const HOUR_MS = 3600 * 1000;
const WINDOW_MS = 24 * HOUR_MS;
const HUMAN_AGENT_WINDOW_MS = 7 * 24 * HOUR_MS;
/** A person who comes from an advertisement can be answered for seven days. */
const AD_WINDOW_MS = 7 * 24 * HOUR_MS;
const LONGEST_TEXT = 1000;
const ATTACHMENTS = ['image', 'video', 'audio', 'file', 'MEDIA_SHARE', 'template'];

export const recipientOf = (body: Json) => wordOf((body.recipient as Json | undefined)?.id);

export function instagramAttempt(environment: Environment, account: Instagram, body: Json, key: string | null): Attempt {
  const message = (body.message ?? {}) as Json;
  const to = recipientOf(body);
  return {
    to,
    body,
    text: typeof message.text === 'string' ? message.text : `[${String((message.attachment as Json | undefined)?.type)}]`,
    details: detailsOf(message),
    key,
    ownId: typeof message.metadata === 'string' ? message.metadata : null,
    newVendorId: igMid,
    refuse: () => faultIn(body) ?? outsideWindow(environment, account, body, to),
    codes: { locked: 368, tooFast: 613 },
    neverLater: true,
  };
}

function detailsOf(message: Json): LineDetails {
  const attachment = message.attachment as Json | undefined;
  const replies = (message.quick_replies ?? []) as Json[];
  return {
    type: attachment ? wordOf(attachment.type) : 'text',
    ...(attachment && { file: { name: null, mimeType: null } }),
    ...(replies.length > 0 && { buttons: replies.map(({ title, payload }) => ({ id: wordOf(payload), title: wordOf(title) })) }),
  };
}

export function echoOfSend(environment: Environment, account: Instagram, body: Json, send: Send): Update {
  const { text, attachment } = (body.message ?? {}) as { text?: string; attachment?: Json };
  const content = { ...(text !== undefined && { text }), ...(attachment && { attachments: [attachment] }) };
  return echoOf(environment, account, send.to, send.vendorId as string, content);
}

/** Instagram has no delivery receipts; "read" is the one status that can follow. */
export function followUp(environment: Environment, account: Instagram, send: Send): void {
  const plan = planStatuses(account.knobs, account.chance);
  plan.forEach((status, i) => {
    const change = { vendorId: send.vendorId as string, status };
    account.outbox.plan(account.knobs.statusDelayMs * (i + 1), () =>
      instagramCallbacks.status(environment, account, change, send),
    );
  });
}

function faultIn(body: Json): Refusal | null {
  const message = body.message as Json | undefined;
  if (!recipientOf(body)) return { code: 100, details: 'Parameter recipient.id is required' };
  if (!message || (message.text === undefined && !message.attachment))
    return { code: 100, details: 'Parameter message is required' };
  if (message.text !== undefined && message.attachment) return { code: 100, details: 'Send text and attachment in two calls' };
  if (Buffer.byteLength(wordOf(message.text)) > LONGEST_TEXT)
    return { code: 100, details: `Text may have ${LONGEST_TEXT} bytes` };
  const attachment = message.attachment as Json | undefined;
  if (attachment && !ATTACHMENTS.includes(String(attachment.type))) return { code: 100, details: 'Unknown type of attachment' };
  return null;
}

function outsideWindow(environment: Environment, account: Instagram, body: Json, to: string): Refusal | null {
  if (!account.knobs.enforceWindow) return null;
  const humanAgent = body.messaging_type === 'MESSAGE_TAG' && body.tag === 'HUMAN_AGENT';
  const person = account.people.find(to);
  const wroteAtMs = person?.lastInboundAtMs ?? Number.NEGATIVE_INFINITY;
  const cameByAdAtMs = person?.cameByAdAtMs ?? Number.NEGATIVE_INFINITY;
  const openUntilMs = Math.max(wroteAtMs + (humanAgent ? HUMAN_AGENT_WINDOW_MS : WINDOW_MS), cameByAdAtMs + AD_WINDOW_MS);
  return environment.clock.now() < openUntilMs ? null : { code: 10 };
}
