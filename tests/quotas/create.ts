import type { TestTenant } from '../../server/src/test-kit/tenant.ts';
import { type Answer, type Call, send } from '../security/client.ts';
import { BYTES, type Stored } from './seed.ts';

export type Tenant = Pick<TestTenant, 'id' | 'token'>;

const form = (i: number): string =>
  `--form\r\nContent-Disposition: form-data; name="file"; filename="${i}.txt"\r\n\r\n${String(i).padEnd(BYTES, '.')}\r\n--form--\r\n`;
const upload = (i: number): Omit<Call, 'token'> => ({ method: 'POST', path: '/v3/files', form: form(i) });
const post = (path: string, body: (i: number) => object) => (i: number) => ({ method: 'POST', path, body: body(i) });

/** How each kind of resource is created. */
const creations: Record<Stored, (i: number) => Omit<Call, 'token'>> = {
  files: upload,
  fileBytes: upload,
  webhooks: post('/v3/api_webhooks', (i) => ({ url: `https://example.com/${i}`, events: [{ type: 'message.received' }] })),
  channels: post('/v3/channels', (i) => ({ type: 'sms', name: `channel ${i}` })),
  automations: post('/v3/automations', (i) => ({ name: `${i}`, trigger: { type: 'api' }, steps: [{ id: 'a', type: 'end' }] })),
  tokens: post('/v3/access_tokens', (i) => ({ name: `token ${i}`, scopes: ['labels.read'] })),
  labels: post('/v3/labels', (i) => ({ name: `label ${i}` })),
  attributes: post('/v3/attributes', (i) => ({ name: `attribute ${i}`, externalId: `a${i}`, type: 'text' })),
  bulkActions: post('/v3/bulk_actions', () => ({ query: 'eq(status,"open")', action: 'close' })),
  snippets: post('/v3/snippets', (i) => ({ shortcut: `s${i}`, text: 'Hello' })),
  views: post('/v3/views', (i) => ({ name: `view ${i}`, resource: 'chats', sharedWith: 'everyone' })),
  businessHours: post('/v3/business_hours', (i) => ({
    name: `hours ${i}`,
    timeZone: 'UTC',
    days: { monday: [{ from: '09:00', until: '17:00' }] },
  })),
  slaPolicies: post('/v3/sla_policies', (i) => ({ name: `policy ${i}`, firstReplyMinutes: 10 })),
  secrets: post('/v3/secrets', (i) => ({ name: `s${i}`, value: 'a-long-value', hosts: ['api.example.com'] })),
};

/** Sends all creations concurrently, to the servers in turn. */
export const createAtOnce = (servers: string[], { token }: Tenant, thing: Stored, count: number): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, (_, i) => send(servers[i % servers.length] as string, { ...creations[thing](i), token })),
  );
