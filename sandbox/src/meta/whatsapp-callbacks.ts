import type { CallbackBuilder } from '../callback-builder.ts';
import type { Update } from '../outbox/outbox.ts';
import { signedByMeta } from './signature.ts';
import type { WhatsAppSpec } from './specs.ts';

/** One update and its position in the envelope: value[list] of a change of this field. */
export type WhatsAppPart =
  | {
      field: string;
      list: 'messages' | 'statuses' | 'message_echoes' | 'user_preferences' | 'calls';
      item: unknown;
      contact?: unknown;
    }
  | { field: string; value: unknown };

type Change = { field: string; value: unknown };

export const whatsappUpdate = (part: WhatsAppPart): Update => ({ part });

/** Packs updates as Meta does: consecutive updates of one kind share a change, changes of one field share an entry. */
export const packWhatsApp: CallbackBuilder<WhatsAppSpec>['pack'] = ({ spec }, updates) => {
  const changes = changesOf(
    spec,
    updates.map((update) => update.part as WhatsAppPart),
  );
  const entry = runsOf(changes, (a, b) => a.field === b.field).map((run) => ({ id: spec.wabaId, changes: run }));
  return signedByMeta(spec.callbackUrl, spec.appSecret, { object: 'whatsapp_business_account', entry });
};

function changesOf(spec: WhatsAppSpec, parts: WhatsAppPart[]): Change[] {
  const together = (a: WhatsAppPart, b: WhatsAppPart) => 'list' in a && 'list' in b && a.list === b.list && a.field === b.field;
  return runsOf(parts, together).map((run) => {
    const [first] = run as [WhatsAppPart];
    return { field: first.field, value: 'list' in first ? sharedValue(spec, first.list, run) : first.value };
  });
}

function sharedValue(spec: WhatsAppSpec, list: string, run: WhatsAppPart[]) {
  const contacts = new Map<string, unknown>();
  for (const part of run) if ('contact' in part && part.contact) contacts.set(JSON.stringify(part.contact), part.contact);
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: digits(spec.displayPhoneNumber), phone_number_id: spec.phoneNumberId },
    ...(contacts.size > 0 && { contacts: [...contacts.values()] }),
    [list]: run.map((part) => ('item' in part ? part.item : null)),
  };
}

function runsOf<T>(items: T[], together: (a: T, b: T) => boolean): T[][] {
  const runs: T[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last && together(last[0] as T, item)) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

const digits = (number: string) => number.replaceAll(/\D/g, '');
