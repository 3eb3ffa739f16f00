import { setTimeout as wait } from 'node:timers/promises';
import { type Api, accepted } from '../api.ts';

export type Item = { id: string; [field: string]: unknown };

/** Returns the item with this name, and creates it if there is none: a seed that was interrupted continues. */
export async function ensure(api: Api, path: string, field: string, body: Record<string, unknown>): Promise<Item> {
  const found = accepted<Item[]>(await api('POST', `${path}/search`, { pagination: { page: 0, limit: 100 } }));
  return found.find((item) => item[field] === body[field]) ?? accepted<Item>(await api('POST', path, body));
}

const LABELS = { vip: '#b93670', newsletter: '#2a69b2', wholesale: '#7653b0', warranty: '#855300', welcomed: '#1b7342' };

/** Creates the labels. Returns their ids by name. */
export async function makeLabels(api: Api): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, color] of Object.entries(LABELS)) ids[name] = (await ensure(api, '/v3/labels', 'name', { name, color })).id;
  return ids;
}

const ATTRIBUTES = [
  { externalId: 'bicycle', name: 'Bicycle', type: 'text', isVisibleQuickEdit: true },
  { externalId: 'city', name: 'City', type: 'text', isVisibleQuickEdit: true },
];

/** Creates what the shop knows about its customers. Returns the ids by external id. */
export async function makeAttributes(api: Api): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const one of ATTRIBUTES) ids[one.externalId] = (await ensure(api, '/v3/attributes', 'externalId', one)).id;
  return ids;
}

export async function makeUser(api: Api, user: { name: string; email: string; role: string }): Promise<string> {
  return (await ensure(api, '/v3/users', 'email', user)).id;
}

export async function makeTeam(api: Api, memberIds: string[]): Promise<string> {
  return (await ensure(api, '/v3/teams', 'name', { name: 'Support', members: memberIds.map((id) => ({ id })) })).id;
}

const SNIPPETS = [
  ['hello', 'Hello {{contact.firstName}}, thank you for writing to Halden Cycles. How can we help?'],
  ['opening', 'Our workshop is open Monday to Friday from 9 to 18, and on Saturday from 10 to 14.'],
  ['return', 'You can return it within 30 days. Print the label in your account and drop the parcel at any post office.'],
  ['warranty', 'Frames have a guarantee of ten years, batteries of two. Please send the number below the bottom bracket.'],
  ['thanks', 'Thank you for writing, and enjoy the ride!'],
] as const;

export async function makeSnippets(api: Api): Promise<void> {
  for (const [shortcut, text] of SNIPPETS) await ensure(api, '/v3/snippets', 'shortcut', { shortcut, text });
}

type Review = 'approved' | 'rejected' | 'pending' | 'draft';
const name = { name: '1', value: 'Ada' };

const TEMPLATES: { review: Review; body: Record<string, unknown> }[] = [
  template(
    'approved',
    'spring_sale',
    'marketing',
    'Hello {{1}}! All Trail bikes are 15% off until Sunday.',
    [name],
    ['Show me', 'Stop'],
  ),
  template('approved', 'order_shipped', 'utility', 'Hello {{1}}, your order {{2}} is on its way. It arrives on {{3}}.', [
    name,
    { name: '2', value: '2026-4417' },
    { name: '3', value: 'Friday' },
  ]),
  template('approved', 'follow_up', 'utility', 'Hello {{1}}, we have an answer for you. May we write here?', [name], ['Yes']),
  template('rejected', 'win_a_bike', 'marketing', 'Win a bike today, {{1}}!', [name]),
  template('pending', 'workshop_reminder', 'utility', 'Hello {{1}}, we expect your bike tomorrow at {{2}}.', [
    name,
    { name: '2', value: '16:30' },
  ]),
  template('draft', 'season_greetings', 'marketing', 'Hello {{1}}, have a good winter. We are here on the other side.', [name]),
];

function template(
  review: Review,
  name: string,
  category: string,
  text: string,
  examples: { name: string; value: string }[],
  replies: string[] = [],
) {
  const buttons = replies.map((reply) => ({ type: 'quick_reply', text: reply }));
  return { review, body: { name, language: 'en', category, body: { text, examples }, ...(buttons.length > 0 && { buttons }) } };
}

const REVIEWS: Record<Exclude<Review, 'draft'>, object> = {
  approved: { approveAfterMs: 0 },
  rejected: { rejectWith: 'INVALID_FORMAT' },
  pending: { approveAfterMs: 365 * 86_400_000 },
};

/** Creates templates in several states of review. The provider reviews them by its knob. Returns the ids of the approved ones by name. */
export async function makeTemplates(
  api: Api,
  sandbox: Api,
  accountId: string,
  channelId: string,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { review, body } of TEMPLATES) {
    const made = await ensure(api, '/v3/message_templates', 'name', { ...body, channelId });
    ids[String(body.name)] = made.id;
    if (review === 'draft' || made.status !== 'draft') continue;
    await sandbox('PUT', `/_sandbox/accounts/${accountId}/knobs`, { templateReview: REVIEWS[review] });
    accepted(await api('POST', `/v3/message_templates/${made.id}/submit`, {}));
    await untilStatus(api, made.id, review);
  }
  await sandbox('PUT', `/_sandbox/accounts/${accountId}/knobs`, { templateReview: null });
  return ids;
}

async function untilStatus(api: Api, id: string, status: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++, await wait(50)) {
    const { status: now, vendorId } = accepted<Item>(await api('GET', `/v3/message_templates/${id}`));
    if (now === status && (status !== 'pending' || vendorId !== null)) return;
  }
  throw new Error(`The template ${id} did not become ${status}; DEV_VERBOSE=1 npm run dev shows all logs.`);
}

/** Creates and publishes the automation that greets people who write for the first time. */
export async function makeAutomation(api: Api, welcomed: string): Promise<void> {
  const steps = [
    {
      id: 'known',
      type: 'branch',
      cases: [{ if: 'contains(contact.labels,"welcomed")', next: 'done' }],
      otherwise: 'greet',
    },
    {
      id: 'greet',
      type: 'send_message',
      text: 'Hello {{contact.firstName|there}}! A person will be with you in a minute.',
      next: 'remember',
    },
    { id: 'remember', type: 'add_label', labelId: welcomed, next: 'done' },
    { id: 'done', type: 'end' },
  ];
  const made = await ensure(api, '/v3/automations', 'name', { name: 'Welcome', trigger: { type: 'chat_opened' }, steps });
  if (made.status === 'draft') accepted(await api('POST', `/v3/automations/${made.id}/publish`, {}));
}
