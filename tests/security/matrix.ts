import { onlyReads, type Route } from '../../server/src/http/route.ts';
import { type Answer, type Call, mapParallel, send } from './client.ts';
import type { Environment } from './environment.ts';
import { makePerson, needsUser, type Person, type Things } from './fixtures.ts';
import { idsToTry, oneIn, type Targets } from './ids.ts';
import { listOperations, type Operation, type Slot } from './operations.ts';
import { countChanges, marksOf, takeSnapshot } from './rows.ts';
import { listenIn } from './streams.ts';
import { createVerifier, type Verifier } from './verify.ts';

/** As many as the environment has connections, so that creating fixtures does not wait. */
const WIDTH = 12;
const VICTIM_SETS = 2;
/** `SHARE=5` tries one in five of the less relevant ids of a parameter; every parameter is tried. */
const SHARE = Number(process.env.SHARE || 1);
/** `ONLY=Campaign` tries only operations with this in their id. */
const ONLY = new RegExp(process.env.ONLY || '.');

export type MatrixResult = Awaited<ReturnType<typeof probeMatrix>>;

/** One tenant tries to read or change another tenant's data, through every operation and every id parameter. */
export async function probeMatrix(
  environment: Environment,
  baseUrl: string,
  tokenKinds: TokenKind[] = ['every', 'exact', 'without'],
) {
  const [mallory, victim] = [await makePerson(environment, 'mallory'), await makePerson(environment, 'victoria')];
  const victimSets = await Promise.all(Array.from({ length: VICTIM_SETS }, victim.things));
  const own = await mallory.things();
  const targets: Targets = { tenantIds: [victim.id], foreign: victimSets, deleted: [await mallory.gone(), await victim.gone()] };
  const operations = (await listOperations(baseUrl, mallory, own)).filter(({ route }) => ONLY.test(route.operationId));
  const tokens = await issueTokens(mallory, tokenKinds, operations);
  const kept = await replayable(baseUrl, operations, victim);
  const verify = createVerifier(marksOf(await takeSnapshot(environment.superuser), victim.id));
  const places = oneIn(SHARE, idsToTry(targets, victimSets[0]?.event ?? ''), 'event', 'the feed');
  await listenIn(baseUrl, verify, operations, { mallory, victim, ids: places });
  const atStart = await takeSnapshot(environment.superuser);

  await mapParallel(operations, WIDTH, (operation) => tryOwn(baseUrl, verify, operation, mallory, victim));
  const beforeProbes = await takeSnapshot(environment.superuser);
  const probes = operations.flatMap((operation) =>
    tokenKinds.flatMap((kind) => operation.slots.map((slot) => ({ operation, slot, token: tokens(kind, operation.route) }))),
  );
  await mapParallel(probes, WIDTH, (probe) => trySlot(baseUrl, verify, probe, { mallory, own, targets }));
  const afterProbes = await takeSnapshot(environment.superuser);
  // Searches first: afterwards some fixtures of mallory have the victim's names.
  const { true: searches = [], false: others = [] } = Object.groupBy(kept, ({ operation }) =>
    operation.route.path.endsWith('/search') ? 'true' : 'false',
  );
  for (const part of [searches, others]) await mapParallel(part, WIDTH, (first) => tryReplay(baseUrl, verify, first, mallory));
  const atEnd = await takeSnapshot(environment.superuser);

  const isOthers = (tenantId: string) => tenantId !== mallory.id;
  return {
    operations: new Set(operations.map(({ route }) => route.operationId)).size,
    ...verify.figures(),
    foreignRowsChanged: countChanges(atStart, atEnd, isOthers),
    leftByRefused: countChanges(beforeProbes, afterProbes, (tenantId) => !isOthers(tenantId)),
    complaints: verify.complaints,
  };
}

export type TokenKind = 'every' | 'exact' | 'without';

/** A token has all scopes, only the one the operation needs, or all but that one. */
async function issueTokens(mallory: Person, kinds: TokenKind[], operations: Operation[]) {
  const made = new Map<string, string>();
  const nameOf = (kind: TokenKind, route: Route) => `${kind} ${route.scope} ${needsUser(route)}`;
  for (const { route } of operations) {
    const { scope } = route;
    if (scope === null || made.has(nameOf('exact', route)) || made.has(nameOf('without', route))) continue;
    if (kinds.includes('exact')) made.set(nameOf('exact', route), await mallory.tokenWith([scope], route));
    if (kinds.includes('without'))
      made.set(nameOf('without', route), await mallory.tokenWith(mallory.allScopesBut(scope), route));
  }
  return (kind: TokenKind, route: Route): string => made.get(nameOf(kind, route)) ?? mallory.tokenFor(route);
}

/** The call must work with the caller's own ids, or the probes would prove nothing. */
async function tryOwn(baseUrl: string, verify: Verifier, operation: Operation, mallory: Person, victim: Person): Promise<void> {
  const call = await ownCall(operation, mallory);
  const answer = await send(baseUrl, { ...call, token: mallory.tokenFor(operation.route) });
  verify.answered(operation.name, call, answer);
  if (answer.status >= 300) verify.complain('broken', `${operation.name}: the example answers ${answer.status} ${answer.text}`);
  const again = await ownCall(operation, mallory);
  const claims = { 'x-tenant-id': victim.id, 'x-tenant': victim.id, 'x-forwarded-user': victim.id };
  const path = `${again.path}?tenantId=${victim.id}&tenant_id=${victim.id}`;
  verify.answered(
    `${operation.name} claiming a tenant`,
    again,
    await send(baseUrl, { ...again, path, headers: claims, token: mallory.tokenFor(operation.route) }),
  );
}

async function ownCall(operation: Operation, person: Person): Promise<Omit<Call, 'token'>> {
  const things: Partial<Things> = operation.slots.length > 0 ? await thingsFor(operation, person) : {};
  return operation.build((slot) => (slot.kind && things[slot.kind]) ?? person.id, person);
}

/** Read-only calls share one set of fixtures, because creating a set takes a hundred statements. */
function thingsFor({ route }: Operation, person: Person): Promise<Things> {
  if (!onlyReads(route)) return person.things();
  const made = toRead.get(person) ?? person.things();
  toRead.set(person, made);
  return made;
}
const toRead = new WeakMap<Person, Promise<Things>>();

type Probe = { operation: Operation; slot: Slot; token: string };
type Scene = { mallory: Person; own: Things; targets: Targets };

async function trySlot(baseUrl: string, verify: Verifier, { operation, slot, token }: Probe, scene: Scene): Promise<void> {
  const { mallory, own, targets } = scene;
  const spelled = targets.foreign[0]?.[slot.kind ?? 'contact'] ?? '';
  let measure: { call: Call; answer: Answer; value: string } | undefined;
  for (const { value, sort } of oneIn(SHARE, idsToTry(targets, spelled), slot.kind, `${operation.name} ${slot.name}`)) {
    const idIn = (other: Slot) => (other === slot ? value : own[other.kind ?? 'contact']);
    const call = { ...operation.build(idIn, mallory), token };
    const answer = await send(baseUrl, call);
    const name = `${operation.name} ${slot.name}=${value} (${sort})`;
    verify.answered(name, call, answer);
    if (sort === 'malformed') continue;
    measure ??= { call, answer, value };
    verify.alike(name, measure, { call, answer, value });
  }
}

type First = { operation: Operation; call: Omit<Call, 'token'>; status: number };

/** A request of the victim with an Idempotency-Key, whose key is tried by another tenant. */
async function replayable(baseUrl: string, operations: Operation[], victim: Person): Promise<First[]> {
  const repeatable = operations.filter(({ route }) => route.method === 'POST' || route.method === 'PUT');
  return mapParallel(repeatable, WIDTH, async (operation) => {
    const call = { ...(await ownCall(operation, victim)), headers: { 'idempotency-key': victim.unique() } };
    const { status } = await send(baseUrl, { ...call, token: victim.tokenFor(operation.route) });
    return { operation, call, status };
  });
}

/** The victim's idempotency key has no effect, and unique values of the victim (a phone number, a name) are free for others. */
async function tryReplay(baseUrl: string, verify: Verifier, { operation, call, status }: First, mallory: Person): Promise<void> {
  const answer = await send(baseUrl, { ...call, token: mallory.tokenFor(operation.route) });
  verify.answered(`${operation.name} with the victim's Idempotency-Key`, call, answer);
  if (answer.headers['idempotency-replayed']) verify.complain('leaks', `${operation.name}: the victim's answer was replayed`);
  if (operation.slots.length === 0 && answer.status !== status)
    verify.complain('oracleDiffs', `${operation.name}: what the victim has taken answers ${answer.status} ${answer.text}`);
}
