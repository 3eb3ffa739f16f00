import { enqueueMany } from '../../queue/index.ts';
import type { ChatData } from '../../registry/events.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { always, findBusinessHours, type Hours } from '../business-hours/index.ts';
import { type ChatSla, lockChatSlas, saveChatSla, selectLabelsOf } from './chat-slas.store.ts';
import { choosePolicy } from './choose-policy.ts';
import { advance, type Breach, type SlaEvent, start, type Terms, targets } from './clock.ts';
import { selectPolicies, selectPolicy } from './policies.store.ts';
import type { SlaPolicy } from './policies.ts';

export type Channel = { id: string; type: string };

/** A chat as it is after the change, and what happened in it. */
export type Happened = { chat: ChatData; event: SlaEvent };

/** Records what happened in a chat that has a promise. The chat is locked. Returns whether it has one that goes on. */
export async function trackSla(ctx: Ctx, channel: Channel | null, { chat, event }: Happened): Promise<boolean> {
  const sla = (await lockChatSlas(ctx, [chat.id])).get(chat.id);
  if (!sla || sla.status === 'ended') return false;
  const policy = await selectPolicy(ctx, sla.policyId);
  if (policy) await record(ctx, channel, chat, sla, await termsOf(ctx, policy), event);
  return true;
}

/** Records messages in chats of one channel, and begins a promise where a contact writes and a policy includes the chat. The chats are locked. */
export async function trackMessages(ctx: Ctx, channel: Channel, happened: Happened[]): Promise<void> {
  const policies = happened.length === 0 ? [] : await selectPolicies(ctx);
  if (policies.length === 0) return;
  const slas = await lockChatSlas(ctx, [...new Set(happened.map(({ chat }) => chat.id))]);
  const labels = await labelsFor(ctx, policies, happened);
  for (const { chat, event } of happened) {
    const sla = slas.get(chat.id);
    const isOver = sla === undefined || sla.status === 'ended';
    if (isOver && event !== 'received') continue;
    const teamId = chat.assignedTeamId as string | null;
    const conversation = { channelId: channel.id, teamId, labelIds: labels.get(chat.contactId) ?? new Set<string>() };
    const policy = isOver ? choosePolicy(policies, conversation) : policies.find(({ id }) => id === sla.policyId);
    if (!policy) continue;
    const terms = await termsOf(ctx, policy);
    slas.set(chat.id, isOver ? await begin(ctx, chat, policy, terms) : await record(ctx, channel, chat, sla, terms, event));
  }
}

const labelsFor = async (ctx: Ctx, policies: SlaPolicy[], happened: Happened[]) =>
  policies.some(({ labelIds }) => labelIds.length > 0)
    ? selectLabelsOf(ctx, [...new Set(happened.map(({ chat }) => chat.contactId))])
    : new Map<string, Set<string>>();

const termsOf = async (ctx: Ctx, policy: SlaPolicy): Promise<Terms> => ({
  promised: {
    first_reply: policy.firstReplyMinutes,
    next_reply: policy.nextReplyMinutes,
    resolution: policy.resolutionMinutes,
  },
  hours: await hoursOf(ctx, policy.businessHoursId),
});

const hoursOf = async (ctx: Ctx, id: string | null): Promise<Hours> =>
  id === null ? always : ((await findBusinessHours(ctx, id)) ?? always);

async function begin(ctx: Ctx, chat: ChatData, policy: SlaPolicy, terms: Terms): Promise<ChatSla> {
  const sla = { chatId: chat.id, policyId: policy.id, ...start(terms, ctx.clock.now()) };
  await save(ctx, undefined, sla);
  return sla;
}

async function record(
  ctx: Ctx,
  channel: Channel | null,
  chat: ChatData,
  before: ChatSla,
  terms: Terms,
  event: SlaEvent,
): Promise<ChatSla> {
  const { state, breaches } = advance(before, terms, event, ctx.clock.now());
  const after = { ...before, ...state };
  await save(ctx, before, after);
  for (const breach of breaches) await publishBreach(ctx, channel, chat, before.policyId, breach);
  return after;
}

/** Saves the state, with a timer for each due time that is new. Timers of replaced times find nothing to do. */
async function save(ctx: Ctx, before: ChatSla | undefined, after: ChatSla): Promise<void> {
  await saveChatSla(ctx, after);
  const times = targets.flatMap((target) => {
    const at = after.due[target];
    return at !== null && at.getTime() !== before?.due[target]?.getTime() ? [at] : [];
  });
  const timers = [...new Map(times.map((at) => [at.getTime(), at])).values()];
  await enqueueMany(
    ctx,
    jobs.checkSla,
    timers.map((at) => ({ input: { chatId: after.chatId }, at })),
  );
}

const publishBreach = (ctx: Ctx, channel: Channel | null, chat: ChatData, policyId: string, { target, dueAt }: Breach) =>
  publish(ctx, 'chat.sla_breached', channel, { ...chat, policyId, target, dueAt: dueAt.toISOString() });
