import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { onlyReads } from '../../server/src/http/route.ts';
import { rows } from '../../server/src/storage/context.ts';
import { type Answer, type Call, mapParallel, send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { makePerson, type Person } from '../security/fixtures.ts';
import { listOperations, type Operation } from '../security/operations.ts';

const WIDTH = 8;
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

type Entry = { operation_id: string; resource_id: string | null; entry: string };
type Scene = { baseUrl: string; person: Person; narrow: string; complaints: string[] };

/** Calls every changing operation: validly, repeated, and in refused ways. */
export async function callEverything(environment: Environment, baseUrl: string) {
  const person = await makePerson(environment, 'auditor');
  const narrow = await person.tokenWith(['usage.read']);
  const operations = await listOperations(baseUrl, person, await person.things());
  const changing = operations.filter(({ route }) => !onlyReads(route) && !route.isPersonal);
  const complaints: string[] = [];
  const scene = { baseUrl, person, narrow, complaints };
  const audited = await mapParallel(changing, WIDTH, (operation) => callOne(scene, operation));
  return {
    operations: new Set(changing.map(({ route }) => route.operationId)).size,
    calls: changing.length,
    audited: audited.filter(Boolean).length,
    refused: await countRefused(scene, changing),
    complaints,
  };
}

async function callOne(scene: Scene, operation: Operation): Promise<boolean> {
  const { person, baseUrl, complaints } = scene;
  const things = await person.things();
  const call = operation.build((slot) => (slot.kind && things[slot.kind]) ?? person.id, person);
  const key: Record<string, string> = operation.route.method === 'DELETE' ? {} : { 'idempotency-key': randomUUID() };
  const { id, answer } = await ask(baseUrl, { ...call, token: person.tokenFor(operation.route), headers: key });
  if (answer.status >= 300) complaints.push(`${operation.name}: the example answers ${answer.status} ${answer.text}`);
  const faults = faultsOf(operation, call, answer, await entriesOf(scene, id));
  complaints.push(...faults.map((fault) => `${operation.name}: ${fault}`));
  if (operation.route.method !== 'DELETE') {
    const again = await ask(baseUrl, { ...call, token: person.tokenFor(operation.route), headers: key });
    if (again.answer.headers['idempotency-replayed'] !== 'true') complaints.push(`${operation.name}: was not replayed`);
    await mustBeNone(scene, again.id, `${operation.name} replayed`);
  }
  return faults.length === 0;
}

/** Checks for one entry with the right operation, token and object, and without secrets of the response. */
function faultsOf({ route }: Operation, call: Omit<Call, 'token'>, answer: Answer, entries: Entry[]): string[] {
  const [entry] = entries;
  if (!entry || entries.length > 1) return [`left ${entries.length} entries`];
  const faults: string[] = [];
  if (entry.operation_id !== route.operationId) faults.push(`is in the log as ${entry.operation_id}`);
  if (entry.resource_id === null) faults.push('names no thing');
  const { data } = JSON.parse(answer.text) as { data?: { id?: string; secret?: string; accessToken?: string } };
  const made = route.path.endsWith('s') && route.status === 201 && data?.id !== undefined && entry.resource_id !== data.id;
  if (made) faults.push(`made ${data?.id} and is in the log with ${entry.resource_id}`);
  for (const secret of [data?.secret, data?.accessToken])
    if (secret && entry.entry.includes(secret)) faults.push('left its secret in the log');
  const isElsewhere = route.operationId === 'updateSandboxChannel'; // the sandbox keeps it, no row of ours
  if (route.method === 'PUT' && !isElsewhere && entry.entry.includes('"changes": []'))
    faults.push(`changed ${JSON.stringify(call.body)} and no field is named`);
  return faults;
}

/** Calls without the scope, with an invalid body, with an unknown id, and without a token: none leaves an entry. */
async function countRefused(scene: Scene, operations: Operation[]): Promise<number> {
  const { baseUrl, person, narrow } = scene;
  const own = await person.things();
  const asked = await mapParallel(operations, WIDTH, async (operation) => {
    const call = operation.build((slot) => (slot.kind && own[slot.kind]) ?? person.id, person);
    const unknown = operation.build(() => UNKNOWN_ID, person);
    const calls: Call[] = [
      { ...call, token: narrow },
      { ...call },
      ...(operation.route.body ? [{ ...call, token: person.tokenFor(operation.route), body: { noSuchField: 1 } }] : []),
      ...(operation.route.body
        ? [
            {
              ...call,
              token: person.tokenFor(operation.route),
              body: { noSuchField: 1 },
              headers: { 'idempotency-key': randomUUID() },
            },
          ]
        : []),
      ...(operation.slots.length > 0 ? [{ ...unknown, token: person.tokenFor(operation.route) }] : []),
    ];
    for (const refused of calls) {
      const { id, answer } = await ask(baseUrl, refused);
      if (answer.status >= 300 || answer.text.includes('"deletedIds":[]'))
        await mustBeNone(scene, id, `${operation.name} ${answer.status}`);
    }
    return calls.length;
  });
  return asked.reduce((sum, n) => sum + n, 0);
}

async function ask(baseUrl: string, call: Call): Promise<{ id: string; answer: Answer }> {
  const id = randomUUID();
  return { id, answer: await send(baseUrl, { ...call, headers: { ...call.headers, 'x-request-id': id } }) };
}

async function mustBeNone(scene: Scene, requestId: string, name: string): Promise<void> {
  const entries = await entriesOf(scene, requestId);
  if (entries.length > 0) scene.complaints.push(`${name}: left ${entries.length} entries`);
}

const entriesOf = ({ person }: Scene, requestId: string): Promise<Entry[]> =>
  rows<Entry>(
    person.ctx,
    sql`select operation_id, resource_id, to_jsonb(a)::text as entry from audit_log a
        where tenant_id = ${person.id} and request_id = ${requestId}`,
  );
