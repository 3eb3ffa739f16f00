import type { Ctx } from '../../storage/context.ts';
import { findBusinessHours } from '../business-hours/index.ts';
import { getChat } from '../chats/index.ts';
import { type Contact, getContact } from '../contacts/index.ts';
import type { Definition } from './definition.ts';
import type { Scope } from './execution/state.ts';
import type { Run } from './run.ts';
import type { Step } from './steps/index.ts';

/** Returns the data that texts and conditions of a run can use. A step that uses none of it costs no query. */
export async function scopeOf(
  ctx: Ctx,
  definition: Definition,
  run: Pick<Run, 'contactId' | 'chatId' | 'variables' | 'stepId'>,
): Promise<Scope> {
  const step = definition.steps.find(({ id }) => id === run.stepId);
  const now = ctx.clock.now().toISOString();
  if (step?.type === 'business_hours' && step.businessHoursId !== undefined) {
    const businessHours = (await findBusinessHours(ctx, step.businessHoursId)) ?? null;
    return { contact: {}, chat: null, message: null, variables: run.variables, now, businessHours };
  }
  if (!step || !usesScope(step)) return { contact: {}, chat: null, message: null, variables: run.variables, now };
  const contact = contactScope(await getContact(ctx, run.contactId));
  const chat = run.chatId === null ? null : chatScope(await getChat(ctx, run.chatId));
  return { contact, chat, message: null, variables: run.variables, now };
}

const scopeUse = new WeakMap<Step, boolean>();

/** Returns whether a step names the contact or the chat. Definitions are cached, so each step is examined once. */
function usesScope(step: Step): boolean {
  const known = scopeUse.get(step) ?? /\b(contact|chat)\b/.test(JSON.stringify(step));
  scopeUse.set(step, known);
  return known;
}

export const contactScope = (contact: Contact): Record<string, unknown> => ({
  id: contact.id,
  firstName: contact.firstName,
  lastName: contact.lastName,
  fullName: contact.fullName,
  displayName: contact.displayName,
  phoneNumber: contact.phoneNumber,
  email: contact.email,
  isSubscribed: contact.isSubscribed,
  labels: contact.labels.map(({ name }) => name),
  attributes: Object.fromEntries(contact.attributes.map(({ externalId, value }) => [externalId, value])),
});

const chatScope = ({ id, status, channelId, unreadCount, isSensitive, latestMessage }: Awaited<ReturnType<typeof getChat>>) => ({
  id,
  status,
  channelId,
  unreadCount,
  isSensitive,
  latestMessage: latestMessage && { text: latestMessage.text, type: latestMessage.type, sender: latestMessage.sender },
});
