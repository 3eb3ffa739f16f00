import { assignChat, createChat } from '../../server/src/domain/chats/index.ts';
import { createContact } from '../../server/src/domain/contacts/index.ts';
import { createNote } from '../../server/src/domain/notes/index.ts';
import { nextPhoneNumber } from '../../server/src/test-kit/tenant.ts';
import type { Environment } from '../security/environment.ts';
import { createFinder } from '../security/marks.ts';
import { listOperations } from '../security/operations.ts';
import { takeSnapshot } from '../security/rows.ts';
import { createVerifier } from '../security/verify.ts';
import { bulkActionRunner, probeBulkActions } from './bulk.ts';
import { probeFeed } from './feed.ts';
import { findHidden } from './hidden.ts';
import { probeHidden, probeVisible, readAll, type Scene } from './probes.ts';
import type { Limits, World } from './world.ts';

/** `ONLY=Campaign` probes only operations with this in their id. */
const everything = new RegExp(process.env.ONLY || '.');

export type Outcome = {
  probes: number;
  leaks: number;
  oracleDiffs: number;
  hiddenRowsChanged: number;
  faults: number;
  complaints: string[];
};

/** Probes every operation, and the feed, in the name of a user with these limits. */
export async function checkLimits(
  environment: Environment,
  baseUrl: string,
  world: World,
  limits: Limits,
  only = everything,
  runBulkAction = bulkActionRunner(environment.deps),
): Promise<Outcome> {
  const { view, token } = await world.limit(limits);
  const { person } = world;
  const own = world.corners.find(({ holder, isAllowed }) => holder === 'mine' && isAllowed);
  if (!own) throw new Error('the user has no chat');
  const hidden = world.corners.filter((corner) => !world.isVisible(view, corner));
  const before = findHidden(await takeSnapshot(environment.superuser), person.id, view);
  const verify = createVerifier(before.marks);
  const all = await listOperations(baseUrl, person, own.things);
  const operations = all.filter(({ route }) => only.test(route.operationId));
  const scene: Scene = { baseUrl, verify, world, token, operations, visible: own.things, hidden, runBulkAction };
  await probeHidden(scene);
  if (only.test('createBulkAction')) await probeBulkActions(scene, limits.visibility);
  const after = await takeSnapshot(environment.superuser);
  const kept = new Set(after.map(({ row }) => row));
  const changed = [...before.rows].filter(([row]) => !kept.has(row));
  for (const [row, table] of changed.slice(0, 3))
    verify.complain('leaks', `a hidden row of ${table} changed: ${row.slice(0, 300)}`);
  // After a leak the rest would run on data that the probes may have changed.
  if (verify.figures().leaks === 0) {
    await probeVisible(scene, { writes: !limits.isLimited });
    if (hidden.length > 0) await probeInterference(scene);
    await probeFeed(scene);
  }
  const { probes, leaks, oracleDiffs, ...others } = verify.figures();
  const faults = Object.values(others).reduce((sum, one) => sum + one, 0);
  return { probes, leaks, oracleDiffs, hiddenRowsChanged: changed.length, faults, complaints: verify.complaints };
}

/**
 * Reads everything as a user without limits, who must see what the strictest limits hide: otherwise the other probes would find nothing
 * anywhere, and prove nothing.
 */
export async function checkControl(
  environment: Environment,
  baseUrl: string,
  world: World,
): Promise<{ seen: number; unseen: number }> {
  const { view } = await world.limit({ visibility: 'own', isLimited: true });
  const { token } = await world.limit({ visibility: 'all', isLimited: false });
  const { marks } = findHidden(await takeSnapshot(environment.superuser), world.person.id, view);
  const visible = world.corners[0]?.things;
  if (!visible) throw new Error('there is no conversation');
  const marksIn = createFinder(marks);
  const operations = await listOperations(baseUrl, world.person, visible);
  const verify = createVerifier([]);
  const answers = await readAll({ baseUrl, verify, world, token, operations, visible, hidden: [] });
  const seen = new Set([...answers.values()].flatMap((answer) => [...marksIn(answer)]));
  return { seen: seen.size, unseen: marks.length - seen.size };
}

/** A conversation that the user does not see begins: no answer to the user changes, not even by a number. */
async function probeInterference(scene: Scene): Promise<void> {
  const { verify, world, hidden } = scene;
  const startedAt = new Date().toISOString();
  /** Without times that are "now". */
  const settled = (answer = '') => answer.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time >= startedAt ? '<now>' : time));
  const before = await readAll(scene);
  await addConversation(world, hidden[0]?.things.busyChannel ?? '');
  const after = await readAll(scene);
  for (const [name, answer] of after)
    if (settled(before.get(name)) !== settled(answer))
      verify.complain('leaks', `${name}: a hidden conversation changed the answer from ${before.get(name)} to ${answer}`);
}

async function addConversation({ person, stranger, corners }: World, channelId: string): Promise<void> {
  const { ctx } = person;
  const text = person.unique();
  const contact = await createContact(ctx, { firstName: `${text} late`, phoneNumber: nextPhoneNumber() });
  const chat = await createChat(ctx, { channelId, contactId: contact.id });
  await assignChat(ctx, chat.id, { userId: stranger });
  await person.message(chat.id, { text: `${text} late message` });
  await createNote(ctx, chat.id, { text: `${text} late note`, authorId: corners[0]?.things.user ?? null });
}
