import { changeChats } from '../../server/src/domain/bulk-actions/index.ts';
import { assignChat } from '../../server/src/domain/chats/index.ts';
import { type CtxDeps, createContext, inTransaction } from '../../server/src/storage/context.ts';
import type { Visibility } from '../../server/src/storage/viewer.ts';
import type { Answer } from '../security/client.ts';
import { type Scene, send } from './probes.ts';

/** Runs the job of a bulk action to its end, as a worker does. */
export type RunBulkAction = (tenantId: string, id: string) => Promise<void>;

type Source = { changeChats: typeof changeChats; createContext: typeof createContext; inTransaction: typeof inTransaction };

/** Returns how jobs run; with another source, how they run in a broken copy of the server. */
export const bulkActionRunner =
  (deps: CtxDeps, source: Source = { changeChats, createContext, inTransaction }): RunBulkAction =>
  async (tenantId, id) => {
    const ctx = source.createContext(deps, tenantId, { kind: 'job' });
    while (await source.inTransaction(ctx, (ctx) => source.changeChats(ctx, {}, id)));
  };

const OPEN = 'eq(status,"open")';

/** Starts bulk actions of the user and runs their jobs. They must change and count what the user sees, and nothing else. */
export async function probeBulkActions(scene: Scene, visibility: Visibility): Promise<void> {
  await probeAll(scene);
  if (visibility !== 'all') await probeGivenAway(scene); // who sees all chats of a channel sees it still
}

async function probeAll(scene: Scene): Promise<void> {
  const { verify } = scene;
  const found = dataOf(await ask(scene, 'searchChats', 'POST', '/v3/chats/search', { query: OPEN, pagination: { limit: 1 } }));
  const all = await runToEnd(scene, { query: OPEN, action: 'mark_unread' });
  if (all.matched !== found.pagination.total || all.failed > 0)
    verify.complain('leaks', `a bulk action matched ${JSON.stringify(all)}, and a search finds ${found.pagination.total}`);
}

/** The chat is given to a stranger before its turn comes. */
async function probeGivenAway(scene: Scene): Promise<void> {
  const { verify, world, visible } = scene;
  const gone = await runToEnd(scene, { ids: [visible.chat], action: 'mark_unread' }, () =>
    assignChat(world.person.ctx, visible.chat, { userId: world.stranger, teamId: null }),
  );
  await assignChat(world.person.ctx, visible.chat, { userId: world.me, teamId: null });
  if (gone.failed !== 1) verify.complain('leaks', `a bulk action changed a chat that was given away: ${JSON.stringify(gone)}`);
}

type Counts = { matched: number; processed: number; changed: number; failed: number };

async function runToEnd(scene: Scene, body: object, before = async (): Promise<unknown> => undefined): Promise<Counts> {
  const { data } = dataOf(await ask(scene, 'createBulkAction', 'POST', '/v3/bulk_actions', body));
  await before();
  await scene.runBulkAction(scene.world.person.id, data.id);
  return dataOf(await ask(scene, 'getBulkAction', 'GET', `/v3/bulk_actions/${data.id}`)).data.counts;
}

async function ask({ baseUrl, token, verify }: Scene, name: string, method: 'GET' | 'POST', path: string, body?: object) {
  const call = { method, path, token, ...(body && { body }) };
  const answer = await send(baseUrl, call);
  verify.answered(`${name} of a job`, call, answer);
  return answer;
}

const dataOf = ({ status, text }: Answer) => {
  if (status >= 300) throw new Error(`a bulk action of the user was answered ${status} ${text}`);
  return JSON.parse(text);
};
