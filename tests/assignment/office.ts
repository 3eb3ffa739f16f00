import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { adapters } from '../../server/src/adapters/index.ts';
import { sealSettings } from '../../server/src/adapters/settings.ts';
import { createChannel, updateChannel } from '../../server/src/domain/channels/index.ts';
import { createTeam, createUser } from '../../server/src/domain/users/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { createTestTenant, type TestTenant } from '../../server/src/test-kit/tenant.ts';
import { mapParallel, send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { callbackOf, line } from './callbacks.ts';

export type Person = { id: string; max: number };
type Team = { id: string; policy: 'round_robin' | 'least_open'; memberIds: string[]; channelId: string };
export type Office = { tenant: TestTenant; people: Person[]; teams: Team[] };

/** When callers had the answers to their changes, in milliseconds of the system's clock. */
export type Acknowledged = { closed: Map<string, number>; availability: Map<string, number[]> };

export const PEOPLE = 20;
const MOST_PLACES = 9;

/** Twenty people with one to nine places in two teams that share some of them; each team has a WhatsApp number. */
export async function makeOffice(environment: Environment): Promise<Office> {
  const tenant = await createTestTenant(environment.deps);
  const people = await mapParallel(
    Array.from({ length: PEOPLE }, (_, i) => i),
    1,
    async (i) => {
      const max = 1 + (i % MOST_PLACES);
      const wanted = {
        name: `Person ${i}`,
        email: `person${i}@example.com`,
        role: 'member',
        status: 'active',
        maxOpenChats: max,
      } as const;
      return { id: (await createUser(tenant.ctx, wanted)).id, max };
    },
  );
  const ids = people.map(({ id }) => id);
  const teams = [
    await makeTeam(environment, tenant, 'round_robin', ids.slice(0, 13)),
    await makeTeam(environment, tenant, 'least_open', ids.slice(7)),
  ];
  return { tenant, people, teams };
}

async function makeTeam({ deps }: Environment, { ctx }: TestTenant, policy: Team['policy'], memberIds: string[]): Promise<Team> {
  const { id } = await createTeam(ctx, { name: policy, assignment: policy, memberIds });
  const channelId = newId(systemClock);
  const settings = sealSettings(adapters.whatsapp, deps.secrets, channelId, line);
  await createChannel(ctx, { type: 'whatsapp', name: policy, settings }, channelId);
  await updateChannel(ctx, channelId, { defaultTeamId: id });
  return { id, policy, memberIds, channelId };
}

const PER_CALLBACK = 3;

/** Lets new contacts write, in turn to both numbers, some of them in one callback. Never more than `mostOpen` chats wait. */
export async function arrive(
  baseUrl: string,
  { teams }: Office,
  first: number,
  count: number,
  hasRoom: () => boolean,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(count / PER_CALLBACK) }, (_, i) => first + i * PER_CALLBACK);
  await mapParallel(starts, 8, async (from) => {
    while (!hasRoom()) await wait(50);
    const contacts = Array.from({ length: Math.min(PER_CALLBACK, first + count - from) }, (_, i) => from + i);
    const { body, headers } = callbackOf(contacts);
    const team = teams[Math.floor(from / PER_CALLBACK) % teams.length];
    await again(() => fetch(`${baseUrl}/inbound/${team?.channelId}`, { method: 'POST', headers, body }));
  });
}

/** A busy server refuses, or has not read the request in time: nothing has happened. */
const REPEATED: ReadonlySet<number> = new Set([408, 429, 503]);

/** Repeats a request that a busy server refused. */
async function again(call: () => Promise<{ status: number }>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { status } = await call().catch(() => ({ status: 503 })); // a connection that was closed while idle
    if (status < 300) return;
    if (!REPEATED.has(status) || tries === 100) throw new Error(`answered ${status}`);
    await wait(100);
  }
}

export type Desk = {
  acknowledged: Acknowledged;
  closeSome(person: Person, most: number): Promise<number>;
  setAvailability(person: Person, availability: 'available' | 'away'): Promise<void>;
  openOf(person: Person): Promise<string[]>;
  close(): Promise<void>;
};

/** What people do, through the API. */
export function createDesk(baseUrl: string, { url }: Environment, { tenant, people }: Office): Desk {
  const database = new Pool({ connectionString: url, max: 4 });
  const acknowledged: Acknowledged = { closed: new Map(), availability: new Map(people.map(({ id }) => [id, []])) };
  const current = new Map<string, string>(people.map(({ id }) => [id, 'available']));
  const openOf = async ({ id }: Person): Promise<string[]> => {
    const query = `select id from chats where tenant_id = $1 and assigned_user_id = $2 and status = 'open' order by id`;
    return (await database.query<{ id: string }>(query, [tenant.id, id])).rows.map((row) => row.id);
  };
  const call = (method: string, path: string, body: object) =>
    again(() => send(baseUrl, { method, path, token: tenant.token, body }));
  return {
    acknowledged,
    openOf,
    close: () => database.end(),
    async closeSome(person, most) {
      const chats = (await openOf(person)).slice(0, most);
      for (const chatId of chats) {
        await call('POST', `/v3/chats/${chatId}/status`, { status: 'closed' });
        acknowledged.closed.set(chatId, Date.now() + 1);
      }
      return chats.length;
    },
    async setAvailability({ id }, availability) {
      if (current.get(id) === availability) return; // the history has changes only
      current.set(id, availability);
      await call('PUT', `/v3/users/${id}`, { availability });
      acknowledged.availability.get(id)?.push(Date.now() + 1);
    },
  };
}
