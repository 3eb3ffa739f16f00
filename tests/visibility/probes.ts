import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { onlyReads } from '../../server/src/http/route.ts';
import { type Answer, type Call, mapParallel, send as sendOnce } from '../security/client.ts';
import type { Kind, Things } from '../security/fixtures.ts';
import type { Operation, Slot } from '../security/operations.ts';
import type { Verifier } from '../security/verify.ts';
import type { RunBulkAction } from './bulk.ts';
import type { Corner, World } from './world.ts';

/** Kinds of fixtures that belong to a conversation: an id of a hidden one must be answered as an unknown one. */
const CONVERSATIONS: ReadonlySet<Kind | undefined> = new Set<Kind>([
  'chat',
  'message',
  'inboundMessage',
  'note',
  'contact',
  'otherContact',
  'handle',
  'consent',
  'file',
  'automationRun',
  'failedAutomationRun',
  'recipient',
  'bulkAction',
]);

const WIDTH = 6;

/** One tenant makes all calls, so on a busy machine it can use up its connections (429). Such a call is repeated. */
export async function send(baseUrl: string, call: Call): Promise<Answer> {
  for (let left = 30; ; left--) {
    const answer = await sendOnce(baseUrl, call);
    if (answer.status !== 429 || left === 0) return answer;
    await wait(1_000);
  }
}
/** Fixtures of one tenant share its connections. */
const MAKING = 2;

export type Scene = {
  baseUrl: string;
  verify: Verifier;
  world: World;
  token: string;
  operations: Operation[];
  visible: Things;
  hidden: Corner[];
  runBulkAction: RunBulkAction;
};

/** Calls every operation with ids of every hidden corner. No answer may hold anything hidden, and no write may be accepted. */
export async function probeHidden(scene: Scene): Promise<void> {
  const probes = scene.operations.flatMap((operation) => {
    if (operation.route.viewers === 'forbidden') return [() => probeForbidden(scene, operation)];
    const slots = operation.slots.filter((slot) => onlyReads(operation.route) || CONVERSATIONS.has(slot.kind));
    const whole = operation.slots.length === 0 && onlyReads(operation.route) ? [() => probeWhole(scene, operation)] : [];
    return [...whole, ...slots.map((slot) => () => probeSlot(scene, operation, slot))];
  });
  await mapParallel(probes, WIDTH, (probe) => probe());
}

async function probeForbidden({ baseUrl, verify, world, token, visible }: Scene, operation: Operation): Promise<void> {
  const call = { ...operation.build((slot) => visible[slot.kind ?? 'contact'], world.person), token };
  const answer = await send(baseUrl, call);
  verify.answered(operation.name, call, answer);
  if (answer.status !== 403) verify.complain('leaks', `${operation.name}: forbidden to viewers, but answers ${answer.status}`);
}

/** A whole list, search or report, also when a caller who sees more used the same Idempotency-Key. */
async function probeWhole({ baseUrl, verify, world, token }: Scene, operation: Operation): Promise<void> {
  if (operation.route.stream) return;
  const call = operation.build(() => '', world.person);
  const answer = await send(baseUrl, { ...call, token });
  verify.answered(operation.name, call, answer);
  checkTotal(verify, operation.name, answer);
  const headers = { 'idempotency-key': randomUUID() };
  await send(baseUrl, { ...call, headers, token: world.person.token });
  const repeated = await send(baseUrl, { ...call, headers, token });
  verify.answered(`${operation.name} with the Idempotency-Key of another`, call, repeated);
}

/** The total of a search counts what the user sees. */
function checkTotal(verify: Verifier, name: string, { status, text }: Answer): void {
  if (status !== 200 || !text.startsWith('{')) return;
  const { data, pagination } = JSON.parse(text) as { data?: unknown; pagination?: { total?: number | null; limit: number } };
  const total = pagination?.total;
  if (!Array.isArray(data) || typeof total !== 'number' || data.length >= (pagination?.limit ?? 0)) return;
  if (total !== data.length) verify.complain('leaks', `${name}: the total is ${total}, but ${data.length} are listed`);
}

async function probeSlot(scene: Scene, operation: Operation, slot: Slot): Promise<void> {
  const { baseUrl, verify, world, token, visible, hidden } = scene;
  const ask = async (value: string): Promise<{ call: Call; answer: Answer; value: string }> => {
    const idIn = (other: Slot) => (other === slot ? value : visible[other.kind ?? 'contact']);
    const call = { ...operation.build(idIn, world.person), token };
    const answer = await send(baseUrl, call);
    verify.answered(`${operation.name} ${slot.name}=${value}`, call, answer);
    checkTotal(verify, operation.name, answer);
    return { call, answer, value };
  };
  if (!CONVERSATIONS.has(slot.kind)) {
    for (const { things } of hidden) if (slot.kind) await ask(things[slot.kind]);
    return;
  }
  const unknown = await ask(randomUUID());
  for (const { holder, isAllowed, things } of hidden) {
    const tried = await ask(things[slot.kind as Kind]);
    const name = `${operation.name} ${slot.name} of ${holder}${isAllowed ? '' : ' on a channel that is not allowed'}`;
    verify.alike(name, unknown, tried);
    if (!onlyReads(operation.route) && tried.answer.status < 300 && !deletedNothing(tried.answer))
      verify.complain('leaks', `${name}: the write is accepted: ${tried.answer.status}`);
  }
}

/** Deleting an id that does not exist answers 200. */
const deletedNothing = ({ text }: Answer): boolean => text.includes('"deletedIds":[]');

/** What visible fixtures answer where they cannot be used: the browser is that of another user, and the address has chats. */
const REFUSED: Record<string, number> = { testPushSubscription: 404, removeContactHandle: 409 };

/** Calls every operation that is not forbidden with ids that the user sees. It must work, or the other probes would prove nothing. */
export async function probeVisible(scene: Scene, { writes }: { writes: boolean }): Promise<void> {
  const { baseUrl, verify, world, token, operations } = scene;
  const wanted = operations.filter(({ route }) => route.viewers !== 'forbidden' && (writes || onlyReads(route)));
  await mapParallel(wanted, writes ? MAKING : WIDTH, async (operation) => {
    const things = onlyReads(operation.route) || operation.slots.length === 0 ? scene.visible : await world.make('mine');
    const call = { ...operation.build((slot) => (slot.kind && things[slot.kind]) ?? world.me, world.person), token };
    const answer = await send(baseUrl, call);
    verify.answered(`${operation.name} with own ids`, call, answer);
    if (answer.status >= 300 && answer.status !== REFUSED[operation.route.operationId])
      verify.complain('broken', `${operation.name}: own ids answer ${answer.status} ${answer.text}`);
  });
}

/** Returns the answers of all reads about visible things. Hidden changes must not change them: counts and reports name nobody. */
export async function readAll({
  baseUrl,
  world,
  token,
  operations,
  visible,
}: Omit<Scene, 'runBulkAction'>): Promise<Map<string, string>> {
  const reads = operations.filter(({ route }) => onlyReads(route) && !route.stream && route.viewers !== 'forbidden');
  const answers = await mapParallel(reads, WIDTH, async (operation) => {
    const call = operation.build((slot) => (slot.kind && visible[slot.kind]) ?? world.me, world.person);
    const { status, text } = await send(baseUrl, { ...call, token });
    return [operation.name, `${status} ${text}`] as const;
  });
  return new Map(answers);
}
