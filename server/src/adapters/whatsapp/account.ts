import type { Inbound, TemplateVerdict } from '../../domain/messages/index.ts';
import { ignored, nameOf } from '../meta.ts';
import { AccountUpdate, CategoryUpdate, QualityUpdate, TemplateUpdate } from './shapes.ts';

/** Readers of account updates by field. Other fields are ignored. */
export const accountFields = new Map<string, (value: unknown) => Inbound[]>([
  ['message_template_status_update', ofTemplate],
  ['template_category_update', ofCategory],
  ['message_template_quality_update', ofQuality],
  ['account_update', ofAccount],
]);

const verdicts = new Map<string, TemplateVerdict>([
  ['APPROVED', 'approved'],
  ['REINSTATED', 'approved'],
  ['PENDING', 'pending'],
  ['IN_APPEAL', 'pending'],
  ['REJECTED', 'rejected'],
  ['LIMIT_EXCEEDED', 'rejected'], // the account has as many templates as it may
  ['PAUSED', 'paused'],
  ['DISABLED', 'disabled'],
  ['ARCHIVED', 'disabled'],
  ['DELETED', 'deleted'],
  ['PENDING_DELETION', 'deleted'],
]); // FLAGGED and LOCKED templates can still be sent

function ofTemplate(value: unknown): Inbound[] {
  const update = TemplateUpdate.safeParse(value).data;
  if (!update) return [ignored('misshapen message_template_status_update')];
  const status = verdicts.get(update.event);
  if (!status) return [ignored(`template ${nameOf(update.event)}`)];
  const { message_template_id: vendorId, message_template_name: name, message_template_language: language } = update;
  return [{ kind: 'template', vendorId, name, language, status, reason: reasonOf(update) }];
}

/** Meta can change the category of a template, and with it the price. */
function ofCategory(value: unknown): Inbound[] {
  const update = CategoryUpdate.safeParse(value).data;
  const category = update?.new_category?.toLowerCase();
  if (!update || (category !== 'marketing' && category !== 'utility' && category !== 'authentication'))
    return [ignored('template_category_update')];
  return [{ kind: 'template_change', ...templateOf(update), category }];
}

function ofQuality(value: unknown): Inbound[] {
  const update = QualityUpdate.safeParse(value).data;
  const quality = update?.new_quality_score?.toLowerCase();
  if (!update || (quality !== 'green' && quality !== 'yellow' && quality !== 'red' && quality !== 'unknown'))
    return [ignored('message_template_quality_update')];
  return [{ kind: 'template_change', ...templateOf(update), quality }];
}

type Named = Pick<ReturnType<typeof TemplateUpdate.parse>, `message_template_${'id' | 'name' | 'language'}`>;

const templateOf = (update: Named) => ({
  vendorId: update.message_template_id,
  name: update.message_template_name,
  language: update.message_template_language,
});

/** Returns Meta's reason and recommendation. */
function reasonOf({ reason, rejection_info, other_info }: ReturnType<typeof TemplateUpdate.parse>): string | null {
  const words = [
    rejection_info?.reason ?? reason,
    rejection_info?.recommendation,
    other_info?.title,
    other_info?.description,
  ].filter((word) => word !== undefined && word !== '' && word !== 'NONE');
  return words.length > 0 ? words.join(': ') : null;
}

const banned = new Map([
  ['DISABLE', 'Meta has disabled this WhatsApp Business Account'],
  ['SCHEDULE_FOR_DISABLE', 'Meta is about to disable this WhatsApp Business Account'],
]);
const troubles = new Map([
  ['ACCOUNT_VIOLATION', 'Meta says that this WhatsApp Business Account violates its policy'],
  ['ACCOUNT_RESTRICTION', 'Meta has restricted what this WhatsApp Business Account may do'],
  ['ACCOUNT_DELETED', 'This WhatsApp Business Account was deleted'],
  ['PARTNER_REMOVED', 'The app was removed from this WhatsApp Business Account'],
]);

function ofAccount(value: unknown): Inbound[] {
  const { event, ban_info, violation_info } = AccountUpdate.safeParse(value).data ?? { event: 'misshapen' };
  const trouble = troubles.get(event) ?? (event === 'DISABLED_UPDATE' ? banned.get(ban_info?.waba_ban_state ?? '') : undefined);
  if (!trouble) return [ignored(`account_update ${nameOf(event)}`)];
  const kind = violation_info?.violation_type;
  const message = `${trouble}${kind ? ` (${kind})` : ''}. Look at the account in the WhatsApp Manager`;
  return [{ kind: 'channel_trouble', error: { key: 'channel_needs_attention', code: null, message } }];
}
