import { Failure } from '../../platform/errors.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import type { Ctx } from '../../storage/context.ts';
import { assignChat, setChatStatus } from '../chats/index.ts';
import { addLabels, removeLabels, setAttributeNamed } from '../contacts/index.ts';
import { type Message, type NewContent, sendInChat, sendToContact } from '../messages/index.ts';
import type { Content, Effect } from './execution/state.ts';
import type { Run } from './run.ts';

/** What an effect changed of the run itself. */
export type Applied = { chatId?: string; messageId?: string };

export type StartOther = (ctx: Ctx, run: Run, automationId: string, variables: Record<string, unknown>) => Promise<void>;

/**
 * Does what a step asks of the environment, in the step's transaction. A refusal that people are meant to read is thrown as a
 * Failure, and the run goes where its author said.
 */
export async function applyEffect(ctx: Ctx, run: Run, effect: Effect, startOther: StartOther): Promise<Applied> {
  switch (effect.do) {
    case 'send': {
      const message = await send(ctx, run, effect.content);
      return { chatId: message.chatId, messageId: message.id };
    }
    case 'http_request': {
      const { do: _, ...call } = effect;
      await enqueue(ctx, jobs.callHttp, { runId: run.id, visit: run.stepsDone, ...call });
      return {};
    }
    case 'run_automation':
      await startOther(ctx, run, effect.automationId, effect.variables);
      return {};
    default:
      await change(ctx, run, effect);
      return {};
  }
}

type Change = Exclude<Effect, { do: 'send' | 'http_request' | 'run_automation' }>;

async function change(ctx: Ctx, run: Run, effect: Change): Promise<unknown> {
  switch (effect.do) {
    case 'add_label':
      return addLabels(ctx, run.contactId, [effect.labelId]);
    case 'remove_label':
      return removeLabels(ctx, run.contactId, [effect.labelId]);
    case 'set_attribute':
      return setAttributeNamed(ctx, run.contactId, effect.externalId, effect.value);
    case 'assign':
      return assignChat(ctx, chatOf(run), { userId: effect.userId, teamId: effect.teamId });
    case 'set_chat_status': {
      const snoozedUntil =
        effect.snoozeSeconds === null ? undefined : new Date(ctx.clock.now().getTime() + effect.snoozeSeconds * 1000);
      return setChatStatus(ctx, chatOf(run), {
        status: effect.status,
        ...(snoozedUntil && { snoozedUntil }),
        triggerAutomations: true,
      });
    }
    default:
      return effect satisfies never;
  }
}

function chatOf({ chatId }: Run): string {
  if (chatId !== null) return chatId;
  throw new Failure('conflict', { message: 'This run has no chat: it was started for a contact, and nothing was sent yet' });
}

const toContent = (content: Content): NewContent =>
  content.type === 'template'
    ? { type: 'template', template: { id: content.templateId, variables: content.variables } }
    : content;

/** In the chat the run belongs to; a run that was started for a contact writes on its trigger's channel, and stays in that chat. */
function send(ctx: Ctx, run: Run, content: Content): Promise<Message> {
  const request = { content: toContent(content), source: 'automation' as const, metadata: { automationRunId: run.id } };
  if (run.chatId !== null) return sendInChat(ctx, run.chatId, request);
  if (run.channelId !== null) return sendToContact(ctx, { contactId: run.contactId, channelId: run.channelId }, request);
  throw new Failure('conflict', { message: 'There is no channel to send on: give the trigger a channelId' });
}
