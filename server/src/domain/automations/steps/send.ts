import { Failure } from '../../../platform/errors.ts';
import { type NewContent, sendInChat, sendToContact } from '../../messages/index.ts';
import { goToOrFail } from '../execution/outcome.ts';
import type { Outcome, RunState } from '../execution/state.ts';
import type { Execution, RunChanges } from './define-step.ts';

/** The effect of all steps that send a message. */
export type SendEffect = { do: 'send'; content: NewContent };

/**
 * Sends a message in the chat of the run. A run without a chat was started for a contact: it sends on the channel of its trigger
 * and stays in that chat.
 */
export async function executeSend({ ctx, run, effect }: Execution<SendEffect>): Promise<RunChanges> {
  const request = { content: effect.content, source: 'automation' as const, metadata: { automationRunId: run.id } };
  const { id, chatId } = await (run.chatId !== null
    ? sendInChat(ctx, run.chatId, request)
    : sendToContact(ctx, { contactId: run.contactId, channelId: channelOf(run) }, request));
  return { chatId, messageId: id };
}

function channelOf({ channelId }: { channelId: string | null }): string {
  if (channelId !== null) return channelId;
  throw new Failure('conflict', { message: 'There is no channel to send on: give the trigger a channelId' });
}

type SendStep = { id: string; type: string; onUndeliverable?: string | undefined };

export const undeliverable = (step: SendStep, state: RunState, reason: string): Outcome<never> =>
  goToOrFail(step, state, step.onUndeliverable, 'undeliverable', reason);
