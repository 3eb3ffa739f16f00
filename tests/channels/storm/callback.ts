import { createHmac } from 'node:crypto';
import type { Reported, Update, Written } from './plan.ts';

/** The account of the sandbox. */
export type WhatsAppAccount = { phoneNumberId: string; wabaId: string; displayPhoneNumber: string; appSecret: string };
export type Callback = { headers: Record<string, string>; body: string };

/** Neighbouring updates of one kind share a change, as Meta sends them under load. */
const MOST_IN_A_CHANGE = 50;

/** Builds and signs a callback as Meta does. */
export function toCallback(account: WhatsAppAccount, updates: Update[]): Callback {
  const changes = runsOf(updates).map((run) => ({ field: 'messages', value: { ...head(account), ...toValue(run) } }));
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: account.wabaId, changes }] });
  const signature = createHmac('sha256', account.appSecret).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body };
}

const head = ({ displayPhoneNumber, phoneNumberId }: WhatsAppAccount) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: displayPhoneNumber.replaceAll(/\D/g, ''), phone_number_id: phoneNumberId },
});

function toValue(run: Update[]): Record<string, unknown> {
  const written = run.flatMap((update) => ('written' in update ? [update.written] : []));
  const reported = run.flatMap((update) => ('reported' in update ? [update.reported] : []));
  return written.length > 0
    ? { contacts: written.map(toContact), messages: written.map(toMessage) }
    : { statuses: reported.map(toStatus) };
}

const toContact = ({ person, name: { waId, userId } }: Written) => ({
  profile: { name: person.name },
  ...(waId && { wa_id: waId }),
  ...(userId && { user_id: userId }),
});

const toMessage = ({ vendorId, name: { waId, userId }, atSeconds, text }: Written) => ({
  ...(waId && { from: waId }),
  ...(userId && { from_user_id: userId }),
  id: vendorId,
  timestamp: String(atSeconds),
  type: 'text',
  text: { body: text },
});

const toStatus = ({ vendorId, ownId, status, atSeconds }: Reported) => ({
  id: vendorId,
  status,
  timestamp: String(atSeconds),
  recipient_id: '16500000000',
  biz_opaque_callback_data: ownId,
  ...(status === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
});

function runsOf(updates: Update[]): Update[][] {
  const runs: Update[][] = [];
  for (const update of updates) {
    const last = runs.at(-1);
    const isAlike = last?.[0] !== undefined && 'written' in last[0] === 'written' in update;
    if (last && isAlike && last.length < MOST_IN_A_CHANGE) last.push(update);
    else runs.push([update]);
  }
  return runs;
}
