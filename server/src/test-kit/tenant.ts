import { type ChannelType, createChannel, getChannel } from '../domain/channels/index.ts';
import { type Chat, createChat, getChat } from '../domain/chats/index.ts';
import { type Contact, createContact } from '../domain/contacts/index.ts';
import { createLabel, type Label } from '../domain/labels/index.ts';
import { type Inbound, receive } from '../domain/messages/index.ts';
import { createTenant, type Mode, type Plan } from '../domain/tenants/index.ts';
import { issueToken, type KeyRing, type Scope, scopes } from '../domain/tokens/index.ts';
import { newId } from '../platform/ids.ts';
import { type Ctx, createContext, inTransaction } from '../storage/context.ts';

let counter = 0;
/** Returns a phone number that is unique in a test run. */
export const nextPhoneNumber = (): string =>
  `+1555${String(process.pid % 1000).padStart(3, '0')}${String(++counter).padStart(4, '0')}`;

type Deps = Parameters<typeof createContext>[0] & { keys: KeyRing };

/** Creates a tenant with a token, and helpers that create resources through the domain functions. */
export async function createTestTenant(deps: Deps, options: { plan?: Plan; ratePerMinute?: number; mode?: Mode } = {}) {
  const id = newId(deps.clock);
  const ctx: Ctx = createContext(deps, id);
  const { plan = 'enterprise', ratePerMinute = 1_000_000, mode = 'live' } = options;
  const { accessToken } = await inTransaction(ctx, async (ctx) => {
    await createTenant(ctx, { name: 'Test', plan, ratePerMinute, mode });
    return issueToken(ctx, deps.keys, { name: 'test', scopes: [...scopes] });
  });
  const channel = (type: ChannelType = 'whatsapp') => createChannel(ctx, { type, name: `${type} channel` });
  const contact = (): Promise<Contact> =>
    createContact(ctx, { firstName: 'Ada', lastName: 'Lovelace', phoneNumber: nextPhoneNumber() });
  return {
    id,
    ctx,
    token: accessToken,
    channel,
    contact,
    label: (name = `label ${++counter}`): Promise<Label> => createLabel(ctx, { name, color: '#22c55e' }),
    chat: async (): Promise<Chat> => createChat(ctx, { channelId: (await channel()).id, contactId: (await contact()).id }),
    /** Stores a message as a provider reports it: from the contact, or from the provider's app of the business. */
    message: async (chatId: string, message: { text?: string; timestamp?: Date; sender?: 'inbound' | 'outbound' } = {}) => {
      const { handle, channelId } = await getChat(ctx, chatId);
      const { text = 'Hello', timestamp: at = deps.clock.now(), sender = 'inbound' } = message;
      const content = { type: 'text' as const, text, media: [], details: null, replyTo: null };
      const person = { type: handle.type, value: handle.value };
      const vendorId = `test.${++counter}`;
      const inbound: Inbound =
        sender === 'inbound'
          ? { kind: 'message', vendorId, at, from: [person], name: null, content, isAutomatic: false, preference: null }
          : { kind: 'echo', vendorId, at, to: person, content };
      await inTransaction(ctx, async (ctx) => receive(ctx, await getChannel(ctx, channelId), [inbound]));
    },
    tokenWith: async (only: Scope[], expiresAt?: Date) =>
      (await issueToken(ctx, deps.keys, { name: 'narrow', scopes: only, expiresAt })).accessToken,
  };
}

export type TestTenant = Awaited<ReturnType<typeof createTestTenant>>;
