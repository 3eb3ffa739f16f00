import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { lockAssignment } from '../../storage/locks.ts';
import { notifyEach } from '../notifications/index.ts';
import { lockMembers, requestAssignment, saveTurns, type TeamMember } from '../users/index.ts';
import { countOpenChats, lockWaitingChats, selectWaitingChats, updateAssignees } from './assign-waiting.store.ts';
import { chatData } from './chat-data.ts';
import {
  afterChoices,
  type Candidate,
  type Choice,
  channelsWithPlaces,
  chooseAssignees,
  freePlaces,
} from './choose-assignees.ts';

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
    const { assigned, hasChanged } = await assignTeam(ctx, teamId, team, open, left);
    left -= assigned;
    isIncomplete ||= hasChanged;
    if (left === 0) break;
  }
  if (left === 0 || isIncomplete) await requestAssignment(ctx);
}

type Open = Map<string, number>;

/**
 * Assigns the chats of one team and adds them to `open`. Where members may see only some channels, chats that were selected can find the
 * places of their channel taken; then those of the channels with places follow.
 */
async function assignTeam(ctx: Ctx, teamId: string, team: TeamMember[], open: Open, atMost: number) {
  let candidates: Candidate[] = team.map((one) => ({ ...one, openChats: open.get(one.userId) ?? 0 }));
  const { assignment, turns } = team[0] as TeamMember;
  let assigned = 0;
  for (;;) {
    const places = Math.min(atMost - assigned, freePlaces(candidates));
    const waiting = places === 0 ? [] : await selectWaitingChats(ctx, teamId, channelsWithPlaces(candidates), places);
    const locked = waiting.length === 0 ? new Set() : await lockWaitingChats(ctx, teamId, waiting);
    const chats = waiting.filter(({ id }) => locked.has(id));
    const choices = chooseAssignees(assignment, candidates, turns + assigned, chats);
    await save(ctx, teamId, choices);
    candidates = afterChoices(candidates, choices);
    for (const { userId } of choices) open.set(userId, (open.get(userId) ?? 0) + 1);
    assigned += choices.length;
    const hasChanged = chats.length < waiting.length; // before they were locked: left for the next job
    if (hasChanged || waiting.length < places || places === 0) return { assigned, hasChanged };
  }
}

async function save(ctx: Ctx, teamId: string, choices: Choice[]): Promise<void> {
  const last = new Map(choices.map((choice) => [choice.userId, choice]));
  const turns = choices.at(-1)?.turn;
  if (turns === undefined) return;
  const chats = await updateAssignees(ctx, choices);
  await saveTurns(ctx, teamId, turns, [...last.values()]);
  for (const [id, group] of Map.groupBy(chats, ({ channelId }) => channelId))
    await publishMany(ctx, 'chat.assigned', { id, type: group[0]?.channelType ?? '' }, group.map(chatData));
  await notifyEach(
    ctx,
    choices.map(({ chatId, userId }) => ({ chatId, userId, type: 'assignment' as const, actorId: null })),
  );
}
