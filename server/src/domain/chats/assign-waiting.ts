import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { lockAssignment } from '../../storage/locks.ts';
import { notifyEach } from '../notifications/index.ts';
import { lockMembers, requestAssignment, saveTurns, type TeamMember } from '../users/index.ts';
import { countOpenChats, lockWaitingChats, selectWaitingChats, updateAssignees } from './assign-waiting.store.ts';
import { chatData } from './chat-data.ts';
import { chooseAssignees, freePlaces, type Turn } from './choose-assignees.ts';

const CHATS_PER_JOB = 500;

/**
 * Gives the waiting chats of all teams to their members, the longest waiting first, as far as there are free places. Decisions of one
 * tenant are made one after the other, so the open chats that are counted include those of every earlier decision. Whatever can make
 * another decision possible enqueues this job again (`requestAssignment`).
 */
export async function assignWaitingChats(ctx: Ctx): Promise<void> {
  await lockAssignment(ctx);
  const members = await lockMembers(ctx);
  if (members.length === 0) return;
  const open = await countOpenChats(ctx, [...new Set(members.map(({ userId }) => userId))]);
  let left = CHATS_PER_JOB;
  let isIncomplete = false;
  for (const [teamId, team] of Map.groupBy(members, (member) => member.teamId)) {
    const { wanted, assigned } = await assignTeam(ctx, teamId, team, open, left);
    left -= wanted;
    isIncomplete ||= assigned < wanted;
    if (left === 0) break;
  }
  if (left === 0 || isIncomplete) await requestAssignment(ctx);
}

type Open = Map<string, number>;

/** Assigns the chats of one team and adds them to `open`. A chat that changed before it was locked is left for the next job. */
async function assignTeam(ctx: Ctx, teamId: string, team: TeamMember[], open: Open, atMost: number) {
  const candidates = team.map((one) => ({ ...one, openChats: open.get(one.userId) ?? 0 }));
  const places = Math.min(atMost, freePlaces(candidates));
  const [first] = team;
  const waiting = places === 0 || !first ? [] : await selectWaitingChats(ctx, teamId, places);
  if (waiting.length === 0 || !first) return { wanted: 0, assigned: 0 };
  const locked = await lockWaitingChats(ctx, teamId, waiting);
  const chatIds = waiting.filter((id) => locked.has(id));
  const turns = chooseAssignees(first.assignment, candidates, first.turns, chatIds.length);
  await save(ctx, teamId, first.turns, chatIds, turns);
  for (const { userId } of turns) open.set(userId, (open.get(userId) ?? 0) + 1);
  return { wanted: waiting.length, assigned: turns.length };
}

async function save(ctx: Ctx, teamId: string, turnsBefore: number, chatIds: string[], turns: Turn[]): Promise<void> {
  if (turns.length === 0) return;
  const assigned = turns.map(({ userId }, i) => ({ chatId: chatIds[i] ?? '', userId }));
  const chats = await updateAssignees(ctx, assigned);
  const last = new Map(turns.map((turn) => [turn.userId, turn]));
  await saveTurns(ctx, teamId, turnsBefore + turns.length, [...last.values()]);
  for (const [id, group] of Map.groupBy(chats, ({ channelId }) => channelId))
    await publishMany(ctx, 'chat.assigned', { id, type: group[0]?.channelType ?? '' }, group.map(chatData));
  await notifyEach(
    ctx,
    assigned.map((one) => ({ ...one, type: 'assignment' as const, actorId: null })),
  );
}
