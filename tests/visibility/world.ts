import sql from 'sql-template-tag';
import { assignChat, createChat } from '../../server/src/domain/chats/index.ts';
import { issueToken, scopes } from '../../server/src/domain/tokens/index.ts';
import { createTeam, createUser, updateUser } from '../../server/src/domain/users/index.ts';
import { rows } from '../../server/src/storage/context.ts';
import type { Visibility } from '../../server/src/storage/viewer.ts';
import { mapParallel } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { makePerson, type Things } from '../security/fixtures.ts';
import { sees, type View } from './view.ts';

/** Whom a chat is assigned to, seen from the probing user. */
const holders = ['mine', 'mate', 'team', 'nobody', 'stranger', 'strangers'] as const;
type Holder = (typeof holders)[number];

/** A set of fixtures of every kind, all about chats with one assignment, on channels that are allowed or not. */
export type Corner = { holder: Holder; isAllowed: boolean; things: Things };

export type Limits = { visibility: Visibility; isLimited: boolean };
/** Every combination that limits anything. */
export const realLimits: Limits[] = [
  { visibility: 'all', isLimited: true },
  { visibility: 'teams', isLimited: false },
  { visibility: 'teams', isLimited: true },
  { visibility: 'own', isLimited: false },
  { visibility: 'own', isLimited: true },
];

export type World = Awaited<ReturnType<typeof makeWorld>>;

const WIDTH = 2;

/** A tenant with a user, the user's team, strangers, and conversations in every relation to the user. */
export async function makeWorld(environment: Environment) {
  const person = await makePerson(environment, 'vera');
  const { ctx } = person;
  const user = (name: string) =>
    createUser(ctx, { name, email: `${name}@example.com`, role: 'manager' as const, status: 'active' as const });
  const [me, mate, stranger] = [await user('me'), await user('mate'), await user('stranger')];
  const team = await createTeam(ctx, { name: 'ours', memberIds: [me.id, mate.id] });
  const otherTeam = await createTeam(ctx, { name: 'theirs', memberIds: [stranger.id] });
  const assignments: Record<Holder, { userId?: string; teamId?: string }> = {
    mine: { userId: me.id },
    mate: { userId: mate.id, teamId: otherTeam.id },
    team: { teamId: team.id },
    nobody: {},
    stranger: { userId: stranger.id },
    strangers: { teamId: otherTeam.id },
  };
  /** Makes a set whose two contacts, file and runs belong to chats with this assignment. Its bulk action is of the user, or of a stranger. */
  const make = async (holder: Holder, isOwn = holder === 'mine'): Promise<Things> => {
    const things = await person.things();
    const second = await createChat(ctx, { channelId: things.busyChannel, contactId: things.contact });
    for (const id of [things.chat, second.id]) await assignChat(ctx, id, assignments[holder]);
    await rows(
      ctx,
      sql`insert into chat_files (tenant_id, file_id, chat_id) values (${ctx.tenantId}, ${things.file}, ${things.chat})`,
    );
    const owner = isOwn ? me.id : stranger.id;
    await rows(
      ctx,
      sql`update bulk_actions set user_id = ${owner} where tenant_id = ${ctx.tenantId} and id = ${things.bulkAction}`,
    );
    return things;
  };
  const wanted = holders.flatMap((holder) => [true, false].map((isAllowed) => ({ holder, isAllowed })));
  const corners: Corner[] = await mapParallel(wanted, WIDTH, async (one) => ({
    ...one,
    things: await make(one.holder, one.holder === 'mine' && one.isAllowed),
  }));
  const allowed = corners.flatMap(({ isAllowed, things }) => (isAllowed ? [things.channel, things.busyChannel] : []));

  return {
    person,
    corners,
    make,
    me: me.id,
    stranger: stranger.id,
    /** Gives the user these limits. Returns them with a new token, which no process remembers with others. */
    async limit({ visibility, isLimited }: Limits): Promise<{ view: View; token: string }> {
      const channelIds = isLimited ? allowed : null;
      await updateUser(ctx, me.id, { visibility, channelIds });
      const { accessToken } = await issueToken(ctx, environment.deps.keys, { name: 'desk', scopes: [...scopes], userId: me.id });
      const view = { userId: me.id, visibility, channelIds, teamIds: [team.id], mateIds: [me.id, mate.id] };
      return { view, token: accessToken };
    },
    /** Returns whether the user sees the chats of a corner. */
    isVisible: (view: View, { holder, things }: Corner): boolean =>
      sees(view, {
        channelId: things.busyChannel,
        userId: assignments[holder].userId ?? null,
        teamId: assignments[holder].teamId ?? null,
      }),
  };
}
