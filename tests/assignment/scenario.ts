import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { type BrokenCopy, makeBrokenCopy } from '../security/broken-copy.ts';
import { type Environment, inEnvironment } from '../security/environment.ts';
import { readHistory, recordHistory } from './history.ts';
import { arrive, createDesk, type Desk, makeOffice, type Office, type Team } from './office.ts';
import { type Figures, verify } from './verify.ts';

/** `stranded`: chats that waited although somebody had a free place and nothing else happened. */
export type Result = Figures & { chats: number; workers: number; stranded: number };

type Size = { chats: number; workers: number };

const MOST_WAITING = 300;

/** Runs the office: chats arrive at the workers while people come and go. With replacements, on a broken copy of the server. */
export async function runOffice({ chats, workers }: Size, replacements: [RegExp, string][] = []): Promise<Result> {
  const copy = replacements.length === 0 ? undefined : await makeBrokenCopy(replacements);
  try {
    return await inEnvironment(async (environment) => {
      await recordHistory(environment.superuser);
      const baseUrl = await startServers(environment, workers, copy);
      const office = await makeOffice(environment);
      const desk = createDesk(baseUrl, environment, office);
      const isStuck = await work(environment, baseUrl, office, desk, chats);
      const stranded = isStuck ? await waiting(environment.superuser) : await comeBack(environment, baseUrl, office, desk, chats);
      await desk.close();
      const figures = verify(await readHistory(environment.superuser), office);
      return { chats, workers, ...figures, stranded };
    });
  } finally {
    await copy?.remove();
  }
}

/** Starts one process for requests and the workers. Returns the address for requests. */
async function startServers({ start }: Environment, workers: number, copy: BrokenCopy | undefined): Promise<string> {
  const launch = (role: 'api' | 'worker') => (_: string, env: Record<string, string>) =>
    startProcess(
      role,
      { ...env, PROVIDER_ALLOW_PRIVATE: 'true', DATABASE_POOL_SIZE: role === 'api' ? '10' : '4' },
      copy?.url('main.ts'),
    );
  const api = await start({}, launch('api'));
  for (let i = 0; i < workers; i++) await start({}, launch('worker'));
  return api.baseUrl;
}

const countOf = async (client: Client, where: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) from chats where ${where}`)).rows[0]?.count);
const waiting = (client: Client): Promise<number> => countOf(client, 'queued_at is not null');

const allNumbers = ({ teams }: Office): string[] => teams.flatMap(({ channelIds }) => channelIds);

/** Lets all chats arrive, be assigned and be closed while people come and go. Returns true if nothing went on for a long time. */
async function work({ superuser }: Environment, baseUrl: string, office: Office, desk: Desk, chats: number): Promise<boolean> {
  let isOver = false;
  let queue = 0;
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error); // reported by the count below, so that everything is closed
  const lives = office.people.map(async (person, i) => {
    for (let round = i; !isOver; round++) {
      if (round % 5 === 0) await desk.setAvailability(person, 'away');
      if (round % 5 === 1 || round % 7 === 0) await desk.setAvailability(person, 'available');
      const closed = await desk.closeSome(person, 1 + (round % 4));
      if (closed === 0) await wait(20);
    }
    await desk.setAvailability(person, 'available');
  });
  const people = lives.map((life) => life.catch(failed));
  const arrival = arrive(baseUrl, allNumbers(office), 0, chats, () => queue < MOST_WAITING).catch(failed);
  const isStuck = await untilQuiet(async () => {
    queue = await waiting(superuser);
    if (failures.length > 0) throw failures[0];
    return countOf(superuser, `status = 'closed'`);
  }, chats);
  isOver = true;
  await Promise.all([...people, ...(isStuck ? [] : [arrival])]);
  return isStuck;
}

/** Looks, and not time, are counted: the processes may be stopped together for a while. */
const MOST_LOOKS = 900;
const LOOK_EVERY_MS = 100;

/** Waits until a count reaches the wanted one. Returns true if it does not change for a long time. */
async function untilQuiet(count: () => Promise<number>, wanted: number): Promise<boolean> {
  let last = -1;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const now = await count();
    if (now >= wanted) return false;
    if (now !== last) looks = 0;
    last = now;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

/**
 * Sends everybody away, lets chats arrive at a number that all may see, and brings one after the other back. Nothing else happens, so each
 * return must fill the places of the one who came. Returns how many chats still wait at the end.
 */
async function comeBack({ superuser }: Environment, baseUrl: string, office: Office, desk: Desk, first: number): Promise<number> {
  for (const person of office.people) await desk.setAvailability(person, 'away');
  const team = office.teams.at(-1) as Team;
  const members = office.people.filter(({ id }) => team.memberIds.includes(id));
  const places = members.reduce((sum, { max }) => sum + max, 0);
  await arrive(baseUrl, team.channelIds.slice(0, 1), first, places, () => true);
  if (await untilQuiet(() => waiting(superuser), places)) return places;
  for (const person of members.toReversed()) {
    await desk.setAvailability(person, 'available');
    if (await untilQuiet(async () => (await desk.openOf(person)).length, person.max)) break;
  }
  return waiting(superuser);
}
