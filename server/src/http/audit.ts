import { type Change, changesBetween, recordChange } from '../domain/audit/index.ts';
import { Failure } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { lockAuditedResource } from '../storage/locks.ts';
import { versions } from './index.ts';
import { onlyReads, type RequestScope, type Route, whoAsks } from './route.ts';
import { type Subject, subjectOf } from './subject.ts';

type Shown = Record<string, unknown>;
type Call = { route: Route; params: Record<string, string>; body: unknown; scope: RequestScope };
type Target = Subject & { id: string };

/**
 * Every accepted call that is not a read leaves one entry in the audit log, in the transaction of its change. This is the
 * one place: a new row of the API is covered by being a row. A refused call throws on its way and leaves nothing.
 */
export async function withEntry(ctx: Ctx, call: Call, work: (ctx: Ctx) => Promise<object>): Promise<object> {
  if (onlyReads(call.route)) return work(ctx);
  if (givesNothing(call)) return (await readInstead(ctx, call)) ?? work(ctx);
  return inTransaction(ctx, async (ctx) => {
    const target = targetOf(call);
    const before = await lookBefore(ctx, call, target);
    const result = await work(ctx);
    if (deletedNothing(result)) return result;
    const changes = before ? await changesOf(ctx, call, target, before, result) : [];
    const { operationId } = call.route;
    const what = { operationId, resourceType: target.type, resourceId: touched(target, result), changes };
    recordChange(ctx, { ...what, ...whoAsks(call.scope) });
    return result;
  });
}

/** An update without a single field changes nothing, so it leaves no entry, no event and no new `updatedAt`. */
const givesNothing = ({ route, body }: Call): boolean =>
  route.method === 'PUT' && Object.values((body ?? {}) as object).every((value) => value === undefined);

/** Answers with the thing as it is, where the same version of the API has a row that shows it. */
async function readInstead(ctx: Ctx, { route, params, scope }: Call): Promise<object | undefined> {
  const rows = versions.find(({ routes }) => routes.includes(route))?.routes ?? [];
  const reader = rows.find(({ method, path }) => method === 'GET' && path === route.path);
  return reader?.handle(ctx, { params, body: undefined, upload: undefined }, scope);
}

const subjects = new WeakMap<Route, Subject>();

function targetOf({ route, params, scope }: Call): Target {
  let subject = subjects.get(route);
  if (!subject) {
    subject = subjectOf(
      route,
      versions.flatMap(({ routes }) => routes),
    );
    subjects.set(route, subject);
  }
  return { ...subject, id: subject.param === null ? scope.caller.tenantId : String(params[subject.param]) };
}

/** Calls about one thing stand in line from here to their commit, so that each sees what the one before it left. */
async function lookBefore(ctx: Ctx, call: Call, target: Target): Promise<Shown | undefined> {
  const isUpdate = call.route.status !== 201 && !target.isNew && !target.isDeleted;
  if (!isUpdate || !target.reader || !isId(target.id)) return undefined;
  const [, shown] = await Promise.all([lockAuditedResource(ctx, target.id), show(ctx, call, target.reader)]);
  return shown;
}

/** What is not there is for the handler to refuse, in its own order. */
async function show(ctx: Ctx, { params, scope }: Call, reader: Route): Promise<Shown | undefined> {
  try {
    const { data } = (await reader.handle(ctx, { params, body: undefined, upload: undefined }, scope)) as { data?: Shown };
    return data;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Most updates answer with the thing as it is now; where one does not, it is read again. */
async function changesOf(ctx: Ctx, call: Call, { reader }: Target, before: Shown, result: object): Promise<Change[]> {
  const { data } = result as { data?: Shown };
  const isThing = data?.id === before.id && Object.keys(before).every((field) => field in (data ?? {}));
  const after = isThing ? data : reader && (await show(ctx, call, reader));
  return after ? changesBetween(before, pick(after, before), call.body) : [];
}

/** An answer may hold a secret that is shown once. It is in no reading, so it is not in the log. */
const pick = (after: Shown, before: Shown): Shown =>
  Object.fromEntries(Object.keys(before).map((field) => [field, after[field]]));

/** An id that was not there is an answer and no refusal, but nothing happened. */
const deletedNothing = (result: object): boolean =>
  (result as { data?: { deletedIds?: unknown[] } }).data?.deletedIds?.length === 0;

/** The id of what was made, changed or deleted. An id that was only asked for is nobody's. */
function touched({ isNew, id }: Target, result: object): string | null {
  const made = (result as { data?: { id?: unknown } }).data?.id;
  const touched = isNew ? made : id;
  return typeof touched === 'string' && isId(touched) ? touched : null;
}
