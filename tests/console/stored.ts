import assert from 'node:assert/strict';
import type { Customer, Environment } from './environment.ts';
import { until } from './expect.ts';

type Chat = { id: string; status: string; unreadCount: number; handle: { value: string } };
type Message = { type: string; sender: string; status: string; content: { body: string | null } };

/** What the server has, asked for beside the console. */
export async function chatOf({ call }: Environment, { from }: Customer): Promise<Chat> {
  const chats = await call<Chat[]>('POST', '/v3/chats/search', { pagination: { limit: 100 } });
  const chat = chats.find(({ handle }) => handle.value.replace('+', '') === from);
  assert.ok(chat, `${from} has a chat`);
  return chat;
}

export async function storedMessages(environment: Environment, customer: Customer): Promise<Message[]> {
  const { id } = await chatOf(environment, customer);
  return environment.call<Message[]>('POST', `/v3/chats/${id}/messages/search`, { pagination: { limit: 100 } });
}

export const countOf = async (environment: Environment, customer: Customer, text: string): Promise<number> =>
  (await storedMessages(environment, customer)).filter(({ content }) => content.body === text).length;

export async function hasNote(environment: Environment, customer: Customer, text: string): Promise<boolean> {
  const { id } = await chatOf(environment, customer);
  const notes = await environment.call<{ text: string }[]>('POST', `/v3/chats/${id}/notes/search`, {});
  return notes.some((note) => note.text.includes(text));
}

/** Waits until a message is stored, and fails if it is there more than once. */
export async function isSentOnce(environment: Environment, customer: Customer, text: string): Promise<void> {
  await until(async () => (await countOf(environment, customer, text)) > 0, `"${text}" is sent to ${customer.name}`);
  assert.equal(await countOf(environment, customer, text), 1, `"${text}" is sent once`);
}
