/** Any module may read any table; each is written from one folder only. `scripts/check-owners.ts` holds the code to it. */
export const owners: Record<string, string> = {
  tenants: 'domain/tenants',
  signing_keys: 'domain/tokens',
  access_tokens: 'domain/tokens',
  idempotency_keys: 'http/idempotency',
  channels: 'domain/channels',
  labels: 'domain/labels',
  attributes: 'domain/attributes',
  contacts: 'domain/contacts',
  handles: 'domain/contacts',
  contact_labels: 'domain/contacts',
  contact_attributes: 'domain/contacts',
  chats: 'domain/chats',
  messages: 'domain/messages',
};
