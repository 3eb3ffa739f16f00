import { append } from '../../server/src/catalogue/publish.ts';
import { createAttribute, deleteAttribute } from '../../server/src/domain/attributes/index.ts';
import { createChannel, deleteChannel } from '../../server/src/domain/channels/index.ts';
import { createChat, deleteChat } from '../../server/src/domain/chats/index.ts';
import { createContact, deleteContact } from '../../server/src/domain/contacts/index.ts';
import { createLabel, deleteLabel } from '../../server/src/domain/labels/index.ts';
import { issueToken, revokeToken, type Scope, scopes } from '../../server/src/domain/tokens/index.ts';
import { createWebhook, deleteWebhook, deliverEvent } from '../../server/src/domain/webhooks/index.ts';
import { inTransaction } from '../../server/src/storage/context.ts';
import { createTestTenant, nextPhoneNumber } from '../../server/src/test-kit/tenant.ts';
import type { World } from './world.ts';

/** One of everything that has an id. A path parameter `:labelId` and a `{label}` in an example mean `label` here. */
export type Things = Awaited<ReturnType<typeof makeThings>>;
export type Kind = keyof Things;

export type Person = Awaited<ReturnType<typeof makePerson>>;

/** A tenant whose every text holds `word`, so that its data is recognised wherever it turns up. */
export async function makePerson({ deps }: World, word: string) {
  const tenant = await createTestTenant(deps);
  let counter = 0;
  const { ctx } = tenant;
  return {
    ...tenant,
    word,
    /** A text that no other example used. */
    unique: () => `${word}${++counter}`,
    things: () => makeThings({ deps, ctx }, `${word}${++counter}`),
    gone: async () => deleteThings(ctx, await makeThings({ deps, ctx }, `${word}${++counter}`)),
    tokenWith: async (wanted: Scope[]) => (await issueToken(ctx, deps.keys, { name: word, scopes: wanted })).accessToken,
    allScopesBut: (scope: Scope) => scopes.filter((other) => other !== scope),
  };
}

type Maker = { deps: World['deps']; ctx: Awaited<ReturnType<typeof createTestTenant>>['ctx'] };

/** The channel has no chats, so that deleting it is allowed; the chat has a channel and a contact of its own. */
async function makeThings({ deps, ctx }: Maker, text: string) {
  const label = await createLabel(ctx, { name: `${text} label`, color: '#22c55e' });
  const attribute = await createAttribute(ctx, { ...plainAttribute, externalId: `${text}_attribute`, name: `${text} attribute` });
  const person = (name: string) => ({
    firstName: `${text} ${name}`,
    lastName: `${text} family`,
    phoneNumber: nextPhoneNumber(),
    email: `${text}.${name}@example.com`.toLowerCase(),
    metadata: { note: `${text} note` },
    labelIds: [label.id],
    attributes: [{ id: attribute.id, value: `${text} value` }],
  });
  const contact = await createContact(ctx, person('first'));
  const talker = await createContact(ctx, person('second'));
  const channel = await createChannel(ctx, { type: 'whatsapp', name: `${text} channel` });
  const busy = await createChannel(ctx, { type: 'whatsapp', name: `${text} busy channel` });
  const chat = await createChat(ctx, { channelId: busy.id, contactId: talker.id });
  const { token } = await issueToken(ctx, deps.keys, { name: `${text} token`, scopes: [...scopes] });
  const { webhook } = await createWebhook(ctx, deps.secrets, {
    url: `https://example.com/${text}`,
    events: [{ type: 'message.received', scopes: [] }],
    v2Type: 'WHATSAPP_MESSAGE_RECEIVED', // known to both versions
  });
  const sent = await inTransaction(ctx, async (ctx) => {
    const event = await append(ctx, 'webhook.test', null, { message: `${text} event` });
    return { event, delivery: await deliverEvent(ctx, webhook.id, event) };
  });
  return {
    tenant: ctx.tenantId,
    webhook: webhook.id,
    ...sent,
    label: label.id,
    attribute: attribute.id,
    contact: contact.id,
    handle: contact.handles[0]?.id ?? '',
    channel: channel.id,
    chat: chat.id,
    accessToken: token.id,
  };
}

const plainAttribute = {
  type: 'text',
  description: null,
  isVisibleQuickEdit: false,
  isVisibleContactsTable: false,
  isVisibleContactCreate: false,
} as const;

async function deleteThings(ctx: Maker['ctx'], things: Things): Promise<Partial<Things>> {
  await deleteChat(ctx, things.chat);
  await deleteContact(ctx, things.contact);
  await deleteChannel(ctx, things.channel);
  await deleteLabel(ctx, things.label);
  await deleteAttribute(ctx, things.attribute);
  await revokeToken(ctx, things.accessToken);
  await deleteWebhook(ctx, things.webhook);
  const { tenant: _tenant, event: _event, ...gone } = things;
  return gone;
}
