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

/** `channelIds`: the channels that the person may see, null for all. */
export type Person = { id: string; max: number; channelIds: string[] | null };
export type Team = { id: string; policy: 'round_robin' | 'least_open'; memberIds: string[]; channelIds: string[] };
export type Office = { tenant: TestTenant; people: Person[]; teams: Team[] };

const PEOPLE = 20;
const MOST_PLACES = 9;
const EVERY_LIMITED = 4;

/**
 * Twenty people with one to nine places in two teams that share some of them. Each team has two WhatsApp numbers; every fourth person may
 * see only the first number of each.
 */
export async function makeOffice(environment: Environment): Promise<Office> {
  const tenant = await createTestTenant(environment.deps);
  const numbers = [await makeNumbers(environment, tenant), await makeNumbers(environment, tenant)] as const;
  const limited = numbers.map(([first]) => first);
  const people: Person[] = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await makePerson(tenant, i, i % EVERY_LIMITED === 0 ? limited : null));
  const ids = people.map(({ id }) => id);
  const teams = [
    await makeTeam(tenant, 'round_robin', ids.slice(0, 13), numbers[0]),
    await makeTeam(tenant, 'least_open', ids.slice(7), numbers[1]),
  ];
  return { tenant, people, teams };
}

async function makePerson({ ctx }: TestTenant, i: number, channelIds: string[] | null): Promise<Person> {
  const max = 1 + (i % MOST_PLACES);
  const fields = { name: `Person ${i}`, email: `person${i}@example.com`, role: 'member', status: 'active' } as const;
  return { id: (await createUser(ctx, { ...fields, channelIds, maxOpenChats: max })).id, max, channelIds };
}

type Numbers = [string, string];

async function makeNumbers({ deps }: Environment, { ctx }: TestTenant): Promise<Numbers> {
  const ids: Numbers = [newId(systemClock), newId(systemClock)];
  for (const id of ids) {
    const settings = sealSettings(adapters.whatsapp, deps.secrets, id, line);
    await createChannel(ctx, { type: 'whatsapp', name: id, settings }, id);
  }
  return ids;
}

async function makeTeam({ ctx }: TestTenant, policy: Team['policy'], memberIds: string[], channelIds: Numbers): Promise<Team> {
  const { id } = await createTeam(ctx, { name: policy, assignment: policy, memberIds });
  for (const channelId of channelIds) await updateChannel(ctx, channelId, { defaultTeamId: id });
  return { id, policy, memberIds, channelIds };
}

const PER_CALLBACK = 3;

/** Lets new contacts write, in turn to these numbers, some of them in one callback, as long as there is room for more. */
export async function arrive(
  baseUrl: string,
  channelIds: string[],
  first: number,
  count: number,
  hasRoom: () => boolean,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(count / PER_CALLBACK) }, (_, i) => first + i * PER_CALLBACK);
  await mapParallel(starts, 8, async (from) => {
    while (!hasRoom()) await wait(50);
    const contacts = Array.from({ length: Math.min(PER_CALLBACK, first + count - from) }, (_, i) => from + i);
    const { body, headers } = callbackOf(contacts);
    const channelId = channelIds[Math.floor(from / PER_CALLBACK) % channelIds.length];
    await again(() => fetch(`${baseUrl}/inbound/${channelId}`, { method: 'POST', headers, body }));
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
  closeSome(person: Person, most: number): Promise<number>;
  setAvailability(person: Person, availability: 'available' | 'away'): Promise<void>;
  openOf(person: Person): Promise<string[]>;
  close(): Promise<void>;
};

/** What people do, through the API. */
export function createDesk(baseUrl: string, { url }: Environment, { tenant, people }: Office): Desk {
  const database = new Pool({ connectionString: url, max: 4 });
  const current = new Map<string, string>(people.map(({ id }) => [id, 'available']));
  const openOf = async ({ id }: Person): Promise<string[]> => {
    const query = `select id from chats where tenant_id = $1 and assigned_user_id = $2 and status = 'open' order by id`;
    return (await database.query<{ id: string }>(query, [tenant.id, id])).rows.map((row) => row.id);
  };
  const call = (method: string, path: string, body: object) =>
    again(() => send(baseUrl, { method, path, token: tenant.token, body }));
  return {
    openOf,
    close: () => database.end(),
    async closeSome(person, most) {
      const chats = (await openOf(person)).slice(0, most);
      for (const chatId of chats) await call('POST', `/v3/chats/${chatId}/status`, { status: 'closed' });
      return chats.length;
    },
    async setAvailability({ id }, availability) {
      if (current.get(id) === availability) return;
      current.set(id, availability);
      await call('PUT', `/v3/users/${id}`, { availability });
    },
  };
}
