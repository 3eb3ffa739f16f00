import type { Cell, Environment } from './environment.ts';
import type { Scene } from './scene.ts';

/** Rows of the tenant that say whether everything is there, and what a move leaves in PostgreSQL. */
const COUNTS = `select (select count(*)::int from messages where tenant_id = $1) as messages,
  (select count(*)::int from contacts where tenant_id = $1) as contacts, (select count(*)::int from files where tenant_id = $1) as files,
  (select count(*)::int from pg_replication_slots) + (select count(*)::int from pg_publication) + (select count(*)::int from pg_subscription)
    as replication`;

type Counts = { messages: number; contacts: number; files: number; replication: number };

const countsOf = async ({ database }: Cell, { tenantId }: Scene): Promise<Counts> =>
  (await database.query<Counts>(COUNTS, [tenantId])).rows[0] ?? { messages: -1, contacts: -1, files: -1, replication: -1 };

const NOTHING = { messages: 0, contacts: 0, files: 0, replication: 0 };

const isSame = (one: Counts, other: Counts): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Cancels a move that was killed. Returns what it left behind. */
export async function cancel(environment: Environment, scene: Scene): Promise<string[]> {
  const { east, west } = environment.cells;
  await environment.admin(east, 'tenant', 'move-cancel', scene.tenantId, '--to', 'west', '--settings', west.settingsFile);
  const left = await countsOf(west, scene);
  const { replication } = await countsOf(east, scene);
  return [
    ...(isSame(left, NOTHING) ? [] : [`a cancelled move left ${JSON.stringify(left)} in the target`]),
    ...(replication === 0 ? [] : ['a cancelled move left its replication in the source']),
  ];
}

/** Moves the tenant back to the first cell. Returns what is not as it was. */
export async function moveBack(environment: Environment, scene: Scene): Promise<string[]> {
  const { east, west } = environment.cells;
  const before = await countsOf(west, scene);
  await environment.admin(west, 'tenant', 'move', scene.tenantId, '--to', 'east', '--settings', east.settingsFile);
  const [there, left] = [await countsOf(east, scene), await countsOf(west, scene)];
  const answer = await fetch(`${environment.edgeUrl}/v3/chats/${scene.chats[0]}`, {
    headers: { authorization: `Bearer ${scene.token}` },
  });
  return [
    ...(isSame(there, before) ? [] : [`back are ${JSON.stringify(there)} of ${JSON.stringify(before)}`]),
    ...(isSame(left, NOTHING) ? [] : [`the way back left ${JSON.stringify(left)}`]),
    ...(answer.status === 200 ? [] : [`after the way back the edge answers ${answer.status}`]),
  ];
}
