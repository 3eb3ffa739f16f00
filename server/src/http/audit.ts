import { type Change, changesBetween, recordChange } from '../domain/audit/index.ts';
import { Failure } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { lockAuditedResource } from '../storage/locks.ts';
import { versions } from './index.ts';
import { actorOf, onlyReads, type RequestScope, type Route } from './route.ts';
import { type Subject, subjectOf } from './subject.ts';

type Resource = Record<string, unknown>;
type Call = { route: Route; params: Record<string, string>; body: unknown; scope: RequestScope };
type Target = Subject & { id: string };

/**
 * Runs a call and writes its audit entry in the same transaction. Every successful call that is not a read and not personal gets one
 * entry; new routes need no code for it. A failed call throws and leaves no entry.
 */
export async function withAuditEntry(ctx: Ctx, call: Call, work: (ctx: Ctx) => Promise<object>): Promise<object> {
  if (onlyReads(call.route) || call.route.isPersonal) return work(ctx);
  if (isEmptyUpdate(call)) return (await readCurrent(ctx, call)) ?? work(ctx);
  return inTransaction(ctx, async (ctx) => {
    const target = targetOf(call);
    const before = await readBefore(ctx, call, target);
    const result = await work(ctx);
    if (deletedNothing(result)) return result;
    const changes = before ? await changesOf(ctx, call, target, before, result) : [];
    const { operationId } = call.route;
    const what = { operationId, resourceType: target.type, resourceId: resourceIdOf(target, result), changes };
    recordChange(ctx, { ...what, ...actorOf(call.scope) });
    return result;
  });
}

/** An update without fields changes nothing: no entry, no event, no new `updatedAt`. */
const isEmptyUpdate = ({ route, body }: Call): boolean =>
  route.method === 'PUT' && Object.values((body ?? {}) as object).every((value) => value === undefined);

/** Returns the current resource, if the same version of the API has a route that reads it. */
async function readCurrent(ctx: Ctx, { route, params, scope }: Call): Promise<object | undefined> {
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

/** Locks the resource until the commit and reads it, so that each entry compares with the result of the update before it. */
async function readBefore(ctx: Ctx, call: Call, target: Target): Promise<Resource | undefined> {
  const isUpdate = call.route.status !== 201 && !target.isNew && !target.isDeleted;
  if (!isUpdate || !target.reader || !isId(target.id)) return undefined;
  const [, resource] = await Promise.all([lockAuditedResource(ctx, target.id), readResource(ctx, call, target.reader)]);
  return resource;
}

/** Reads a resource. Returns undefined when the reader fails: the handler reports the failure. */
async function readResource(ctx: Ctx, { params, scope }: Call, reader: Route): Promise<Resource | undefined> {
  try {
    const { data } = (await reader.handle(ctx, { params, body: undefined, upload: undefined }, scope)) as { data?: Resource };
    return data;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Compares the resource before and after. Most updates return the resource; otherwise it is read again. */
async function changesOf(ctx: Ctx, call: Call, { reader }: Target, before: Resource, result: object): Promise<Change[]> {
  const { data } = result as { data?: Resource };
  const isResource = data?.id === before.id && Object.keys(before).every((field) => field in (data ?? {}));
  const after = isResource ? data : reader && (await readResource(ctx, call, reader));
  return after ? changesBetween(before, pickFields(after, before), call.body) : [];
}

/** Keeps only the fields that can be read: a response may contain a secret that is shown once. */
const pickFields = (after: Resource, before: Resource): Resource =>
  Object.fromEntries(Object.keys(before).map((field) => [field, after[field]]));

/** Deleting an id that does not exist succeeds, but changes nothing. */
const deletedNothing = (result: object): boolean =>
  (result as { data?: { deletedIds?: unknown[] } }).data?.deletedIds?.length === 0;

/** Returns the id of the created, changed or deleted resource, or null when it is no valid id. */
function resourceIdOf({ isNew, id }: Target, result: object): string | null {
  const created = (result as { data?: { id?: unknown } }).data?.id;
  const resourceId = isNew ? created : id;
  return typeof resourceId === 'string' && isId(resourceId) ? resourceId : null;
}
