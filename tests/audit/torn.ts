import { setTimeout as wait } from 'node:timers/promises';
import type { startProcess } from '../../server/src/test-kit/server-process.ts';
import { send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { makePerson, type Person } from '../security/fixtures.ts';

const KILLS = 3;
const CALLERS = 12;
const STREAM_MS = 1_500;

type Entry = { operation_id: string; resource_id: string; changes: { field: string; from: string; to: string }[] };

/** Kills the server while many clients create and rename labels; then labels and entries must match. */
export async function killInTheMiddle(environment: Environment, launch?: typeof startProcess) {
  const person = await makePerson(environment, 'torn');
  for (let i = 0; i < KILLS; i++) {
    const server = await environment.start({}, launch);
    const stop = new AbortController();
    const callers = Array.from({ length: CALLERS }, () => keepChanging(server.baseUrl, person, stop.signal));
    await wait(STREAM_MS);
    await server.kill();
    stop.abort();
    await Promise.all(callers);
  }
  const entries = await entriesOf(environment, person);
  return { kills: KILLS, changes: entries.length, complaints: verify(await labelsOf(environment, person), entries) };
}

/** Interrupted calls fail and are ignored. */
async function keepChanging(baseUrl: string, person: Person, signal: AbortSignal): Promise<void> {
  const call = async (method: string, path: string) => {
    const answer = await send(baseUrl, { method, path, token: person.token, body: { name: person.unique() } });
    return (JSON.parse(answer.text) as { data: { id: string } }).data;
  };
  while (!signal.aborted) {
    try {
      const { id } = await call('POST', '/v3/labels');
      // Two at once: they must be serialized, or one entry contains the change of the other.
      await Promise.all([call('PUT', `/v3/labels/${id}`), call('PUT', `/v3/labels/${id}`)]);
    } catch {
      await wait(20);
    }
  }
}

function verify(labels: Map<string, string>, entries: Entry[]): string[] {
  const complaints: string[] = [];
  const made = new Set(entries.filter((entry) => entry.operation_id === 'createLabel').map((entry) => entry.resource_id));
  for (const id of labels.keys()) if (!made.has(id)) complaints.push(`label ${id} exists without an entry of its creation`);
  for (const id of made) if (!labels.has(id)) complaints.push(`label ${id} was made and is not there`);
  const audited = new Map<string, string>();
  for (const { resource_id: id, changes } of entries) {
    const name = changes.find(({ field }) => field === 'name');
    if (!name) continue;
    const before = audited.get(id);
    if (before !== undefined && before !== name.from)
      complaints.push(`label ${id} was called ${before}, and its next change says ${name.from}`);
    audited.set(id, name.to);
  }
  for (const [id, name] of audited)
    if (labels.get(id) !== name) complaints.push(`label ${id} is ${labels.get(id)}, and its last change says ${name}`);
  return complaints;
}

const labelsOf = async ({ superuser }: Environment, { id }: Person): Promise<Map<string, string>> => {
  const { rows } = await superuser.query<{ id: string; name: string }>('select id, name from labels where tenant_id = $1', [id]);
  return new Map(rows.map((row) => [row.id, row.name]));
};

const entriesOf = async ({ superuser }: Environment, { id }: Person): Promise<Entry[]> =>
  (
    await superuser.query<Entry>('select operation_id, resource_id, changes from audit_log where tenant_id = $1 order by id', [
      id,
    ])
  ).rows;
