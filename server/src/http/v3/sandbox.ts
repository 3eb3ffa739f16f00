import { z } from 'zod';
import { type SandboxAccount, sandboxAccount, sandboxAddress } from '../../adapters/sandbox-accounts.ts';
import { type Channel, searchChannels } from '../../domain/channels/index.ts';
import { closeWindow, getChat, publishChatUpdates } from '../../domain/chats/index.ts';
import { openFile, readBytes } from '../../domain/files/index.ts';
import { Failure, invalidParam } from '../../platform/errors.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { Chat, toChat } from '../../wire/v3/chat.ts';
import {
  DEFAULT_KNOBS,
  SandboxBehaviour,
  SandboxBehaviourUpdate,
  SandboxChannel,
  SandboxMessageCreate,
  SandboxMessageCreated,
  SandboxPerson,
  SandboxPhone,
  SandboxPhoneRead,
  SandboxRequest,
  SandboxReset,
  toKnobs,
  toPhoneMessage,
  toSandboxBehaviour,
  toSandboxPeople,
  toSandboxPhone,
  toSandboxRequests,
} from '../../wire/v3/sandbox.ts';
import { type RequestScope, route } from '../route.ts';
import { dataReply } from './rows.ts';

const tag = 'Sandbox';
const fails = ['sandbox_tenant_required', 'sandbox_unavailable', 'sandbox_refused'] as const;
const MOST_FILE_BYTES = 5 * 1024 * 1024;

function requireSandbox({ caller }: RequestScope): void {
  if (caller.mode !== 'sandbox') throw new Failure('sandbox_tenant_required');
}

const accountOf = (ctx: Ctx, channelId: string, scope: RequestScope): Promise<SandboxAccount> => {
  requireSandbox(scope);
  return sandboxAccount(scope, ctx, channelId);
};

const shown = ({ id, type, name }: Channel, address: string) => ({ id, type, name, address });

const behaviourOf = async ({ channel, address, call }: SandboxAccount) =>
  toSandboxBehaviour(shown(channel, address), await call('GET', '/knobs'));

/** Changes knobs and returns the behaviour that they give. */
async function setKnobs(account: SandboxAccount, knobs: Record<string, unknown>) {
  const { channel, address, call } = account;
  return toSandboxBehaviour(shown(channel, address), await call('PUT', '/knobs', knobs));
}

/** Returns the channels that have a phone. The sandbox is not asked. */
async function listChannels(ctx: Ctx, scope: RequestScope) {
  requireSandbox(scope);
  const { items } = await searchChannels(ctx, { sortBy: 'asc(createdAt)', pagination: { page: 0, limit: 100 } });
  return items.flatMap((channel) => {
    const address = sandboxAddress(channel);
    return address === undefined ? [] : [shown(channel, address)];
  });
}

async function write(ctx: Ctx, channelId: string, message: z.output<typeof SandboxMessageCreate>, scope: RequestScope) {
  const { call } = await accountOf(ctx, channelId, scope);
  const media = message.fileId === undefined ? undefined : await mediaOf(ctx, message.fileId, scope);
  const { vendorId } = await call('POST', '/phone', toPhoneMessage(message, media));
  return { vendorId: String(vendorId) };
}

async function mediaOf(ctx: Ctx, fileId: string, { files }: RequestScope) {
  const open = await openFile(ctx, files, fileId);
  const { name, mimeType, sizeBytes } = open.file;
  if (sizeBytes > MOST_FILE_BYTES) throw invalidParam('fileId', 'too_big', 'A file of the sandbox has at most 5 MiB');
  return { fileName: name, mimeType, bytesBase64: (await readBytes(open, 0, MOST_FILE_BYTES)).toString('base64') };
}

/** Closes the messaging window on both sides, as if the customer had not written for days. */
const endWindow = async (ctx: Ctx, chatId: string, scope: RequestScope) => {
  requireSandbox(scope);
  const chat = await getChat(ctx, chatId);
  const { channel, call } = await accountOf(ctx, chat.channelId, scope);
  await call('POST', `/people/${encodeURIComponent(chat.handle.value)}/close-window`);
  return inTransaction(ctx, async (ctx) => {
    publishChatUpdates(ctx, channel, await closeWindow(ctx, chat.id));
    return getChat(ctx, chat.id);
  });
};

export const sandbox = [
  route({
    method: 'GET',
    path: '/sandbox/channels',
    operationId: 'listSandboxChannels',
    fails: ['sandbox_tenant_required'],
    summary: 'List the channels of a sandbox tenant that customers of the sandbox can write to',
    tag,
    scope: 'channels.read',
    viewers: 'filtered',
    reply: dataReply(z.array(SandboxChannel)),
    handle: async (ctx, _input, scope) => ({ data: await listChannels(ctx, scope) }),
  }),
  route({
    method: 'GET',
    path: '/sandbox/channels/:channelId',
    operationId: 'getSandboxChannel',
    fails,
    summary: 'Read how the provider of a channel behaves',
    tag,
    scope: 'channels.read',
    viewers: 'forbidden',
    reply: dataReply(SandboxBehaviour),
    handle: async (ctx, { params }, scope) => ({ data: await behaviourOf(await accountOf(ctx, params.channelId, scope)) }),
  }),
  route({
    method: 'PUT',
    path: '/sandbox/channels/:channelId',
    operationId: 'updateSandboxChannel',
    fails,
    summary: 'Change how the provider of a channel behaves: delays, refusals, lost answers, repeated callbacks, order',
    tag,
    scope: 'channels.write',
    viewers: 'forbidden',
    body: SandboxBehaviourUpdate,
    reply: dataReply(SandboxBehaviour),
    handle: async (ctx, { params, body }, scope) => ({
      data: await setKnobs(await accountOf(ctx, params.channelId, scope), toKnobs(body)),
    }),
  }),
  route({
    method: 'POST',
    path: '/sandbox/channels/:channelId/reset',
    operationId: 'resetSandboxChannel',
    fails,
    summary: 'Let the provider of a channel behave well again; conversations: true empties its phones too',
    tag,
    scope: 'channels.write',
    viewers: 'forbidden',
    body: SandboxReset,
    reply: dataReply(SandboxBehaviour),
    handle: async (ctx, { params, body }, scope) => {
      const account = await accountOf(ctx, params.channelId, scope);
      if (body.conversations) await account.call('DELETE', '/people');
      return { data: await setKnobs(account, DEFAULT_KNOBS) };
    },
  }),
  route({
    method: 'GET',
    path: '/sandbox/channels/:channelId/people',
    operationId: 'listSandboxPeople',
    fails,
    summary: 'List the customers who wrote to a channel or received something, at most 200',
    tag,
    scope: 'messages.read',
    viewers: 'forbidden',
    reply: dataReply(z.array(SandboxPerson)),
    handle: async (ctx, { params }, scope) => {
      const { call } = await accountOf(ctx, params.channelId, scope);
      return { data: toSandboxPeople(await call('GET', '/people')) };
    },
  }),
  route({
    method: 'POST',
    path: '/sandbox/channels/:channelId/phone',
    operationId: 'readSandboxPhone',
    fails,
    summary: 'Read what is on the phone of a customer: the latest 50 messages in both directions',
    tag,
    scope: 'messages.read',
    viewers: 'forbidden',
    body: SandboxPhoneRead,
    reply: dataReply(SandboxPhone),
    handle: async (ctx, { params, body }, scope) => {
      const { call } = await accountOf(ctx, params.channelId, scope);
      return { data: toSandboxPhone(await call('GET', `/people/${encodeURIComponent(body.address)}`)) };
    },
  }),
  route({
    method: 'POST',
    path: '/sandbox/channels/:channelId/messages',
    operationId: 'writeAsSandboxCustomer',
    fails: [...fails, 'file_not_found'],
    summary: 'Write to a channel as a customer: a text, a mail, a file, a reply, a reaction, a button or a location',
    tag,
    scope: 'messages.write',
    viewers: 'forbidden',
    body: SandboxMessageCreate,
    reply: dataReply(SandboxMessageCreated),
    handle: async (ctx, { params, body }, scope) => ({ data: await write(ctx, params.channelId, body, scope) }),
  }),
  route({
    method: 'GET',
    path: '/sandbox/channels/:channelId/requests',
    operationId: 'listSandboxRequests',
    fails,
    summary: 'List the latest 50 requests between Patchbay and the provider of a channel, the latest first',
    tag,
    scope: 'channels.read',
    viewers: 'forbidden',
    reply: dataReply(z.array(SandboxRequest)),
    handle: async (ctx, { params }, scope) => {
      const { call } = await accountOf(ctx, params.channelId, scope);
      return { data: toSandboxRequests(await call('GET', '/wire')) };
    },
  }),
  route({
    method: 'POST',
    path: '/sandbox/chats/:chatId/close_window',
    operationId: 'closeSandboxWindow',
    fails,
    summary: 'Close the messaging window of a chat at once, as if the customer had last written days ago',
    tag,
    scope: 'chats.write',
    viewers: 'filtered',
    reply: dataReply(Chat),
    handle: async (ctx, { params }, scope) => ({ data: toChat(await endWindow(ctx, params.chatId, scope)) }),
  }),
];
