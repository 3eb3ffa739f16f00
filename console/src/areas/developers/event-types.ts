import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WebhookEventType } from './event-names.ts';

const texts: Partial<Record<WebhookEventType, MessageDescriptor>> = {
  'message.received': msg`A customer wrote a message.`,
  'message.sent': msg`A message was given to the provider, or written in the provider's own app.`,
  'message.updated': msg`A message was delivered, read, failed, or got its files.`,
  'chat.created': msg`A chat began.`,
  'chat.status_changed': msg`A chat was opened, closed or snoozed.`,
  'chat.assigned': msg`A chat got another user or team, or none.`,
  'chat.sla_breached': msg`A customer waited longer than the reply times allow.`,
  'chat.rated': msg`A customer rated a chat.`,
  'chat.deleted': msg`A chat was deleted.`,
  'contact.created': msg`A contact was added, by hand, an import or a first message.`,
  'contact.updated': msg`Names, addresses, labels or attributes of a contact changed.`,
  'contact.merged': msg`Two contacts became one.`,
  'contact.deleted': msg`A contact was deleted or erased.`,
  'consent.recorded': msg`A customer gave or withdrew consent.`,
  'automation.run_started': msg`An automation began to run.`,
  'automation.run_completed': msg`A run reached its end.`,
  'automation.run_failed': msg`A run stopped with an error.`,
  'campaign.started': msg`A campaign began to send.`,
  'campaign.completed': msg`A campaign sent its last message.`,
  'template.status_changed': msg`A provider approved, refused or paused a template.`,
  'template.deleted': msg`A template was deleted.`,
  'webhook.disabled': msg`A webhook failed for too long and was disabled.`,
};

/** Returns when an event is published; for one without a text, its type. */
export const eventText = (i18n: I18n, type: WebhookEventType): string => {
  const text = texts[type];
  return text ? i18n._(text) : type;
};
