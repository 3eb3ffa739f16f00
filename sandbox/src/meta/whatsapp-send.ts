import type { Account, Environment } from '../environment.ts';
import { userIdOf, wamid } from '../ids.ts';
import type { Send } from '../journal.ts';
import { planStatuses } from '../sending/statuses.ts';
import type { Attempt, Refusal } from '../sending/take-send.ts';
import type { WhatsAppSpec } from './specs.ts';
import { categoryOf, templateRefusal } from './templates.ts';
import { isUserId, waIdOf } from './wa-id.ts';
import { faultIn, type Json, wordOf } from './whatsapp-check.ts';
import { statusUpdate } from './whatsapp-inbound.ts';
import { shownOnPhone } from './whatsapp-phone.ts';

type WhatsApp = Account<WhatsAppSpec>;

const WINDOW_MS = 24 * 3600 * 1000;

export function whatsappAttempt(environment: Environment, account: WhatsApp, body: Json, key: string | null): Attempt {
  const to = recipientOf(account, body);
  return {
    to,
    body,
    ...shownOnPhone(environment, account, body),
    key,
    ownId: typeof body.biz_opaque_callback_data === 'string' ? body.biz_opaque_callback_data : null,
    newVendorId: wamid,
    refuse: () => faultIn(body) ?? refusalFor(environment, account, body, to),
    codes: { locked: 131031, tooFast: 130429, pairTooFast: 131056 },
  };
}

export function whatsappAnswer(account: WhatsApp, body: Json, send: Send): Json {
  const input = wordOf(body.to ?? body.recipient);
  const person = account.people.find(send.to);
  const contact = isUserId(input) ? { input, user_id: person?.userId ?? input } : { input, wa_id: send.to };
  const template = body.type === 'template' ? { message_status: 'accepted' } : {};
  return { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id: send.vendorId, ...template }] };
}

/** Plans the statuses of an accepted message. */
export function followUp(environment: Environment, account: WhatsApp, body: Json, send: Send, failLater: number | null): void {
  const { knobs, outbox, chance } = account;
  const person = account.people.meet(send.to);
  person.userId ??= isUserId(send.to) ? send.to : userIdOf(account.id, send.to);
  const category = wordOf(body.category) || categoryOf(environment, account, body.template as Json | undefined);
  const plan = failLater === null ? planStatuses(knobs, chance) : ['failed'];
  const vendorId = send.vendorId as string;
  plan.forEach((status, i) => {
    const change = { vendorId, status, ...(failLater !== null && { errorCode: failLater }) };
    const afterMs = knobs.statusDelayMs * (i + 1);
    const timestamp = Math.floor((environment.clock.now() + afterMs) / 1000);
    outbox.push([statusUpdate(environment, account, { ...change, timestamp }, send.to, send.ownId, category)], afterMs);
  });
}

function recipientOf(account: WhatsApp, body: Json): string {
  const asked = wordOf(body.to ?? body.recipient);
  return isUserId(asked) ? asked : waIdOf(account.knobs, asked);
}

function refusalFor(environment: Environment, account: WhatsApp, body: Json, to: string): Refusal | null {
  if (to === account.spec.displayPhoneNumber.replaceAll(/\D/g, '')) return { code: 131021 };
  const media = (body[wordOf(body.type)] as Json | undefined)?.id;
  if (typeof media === 'string' && !account.media.has(media)) return { code: 131009, details: `There is no media ${media}` };
  const person = account.people.find(to);
  if (body.type === 'template') {
    const template = body.template as Json;
    const refusal = account.knobs.enforceTemplates ? templateRefusal(environment, account, template) : null;
    if (refusal) return refusal;
    const marketing = categoryOf(environment, account, template) === 'marketing';
    return marketing && person?.marketingStopped ? { code: 131050 } : null;
  }
  if (body.category !== undefined) return directRefusal(account, body);
  const openUntilMs = (person?.lastInboundAtMs ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
  const { enforceWindow } = account.knobs;
  if (enforceWindow === false || environment.clock.now() < openUntilMs) return null;
  return { code: 131047, later: enforceWindow === 'later' };
}

/** Returns why Direct Send is refused, or null. It takes a plain text with a category, from an eligible account. */
function directRefusal({ spec }: WhatsApp, body: Json): Refusal | null {
  if (!spec.directSend) return { code: 100, details: 'category: this account is not eligible for Direct Send' };
  if (wordOf(body.type ?? 'text') !== 'text' || body.category !== 'utility')
    return { code: 100, details: 'category: Direct Send takes a plain text of the category utility' };
  return null;
}
