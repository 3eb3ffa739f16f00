import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Connected, connect } from '../../sandbox/src/index.ts';
import { askFor } from './ask.ts';
import type { Random } from './random.ts';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

/** A tenant with an SMS channel, two users with a token each, and a team. */
export type Desk = {
  tenantId: string;
  token: string;
  account: Connected;
  users: { id: string; token: string }[];
  teamId: string;
};

const AT_ONCE = 12;
const PAUSE_MS = 200;
const RATE_PER_SECOND = 2_000;
const LOOK_EVERY_MS = 100;
const ARRIVES_WITHIN_MS = 300_000;

export async function createDesk(environment: SendEnvironment): Promise<Desk> {
  const command = ['tenant', 'create', '--name', 'chaos', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const made = JSON.parse(await environment.admin(...command)) as { tenantId: string; accessToken: string };
  const token = made.accessToken;
  const channel = { sendGuarantee: 'idempotent', ratePerSecond: RATE_PER_SECOND };
  const account = await connect('sms', { apiUrl: environment.gate.url, token, sandbox: environment.provider, channel });
  const callbackRetries = { tries: 40, baseMs: 100, timeoutMs: 15_000 };
  await environment.provider.tune(account, { seed: 1, latencyMs: [2, 20], honourIdempotencyKey: true, callbackRetries });
  const users = [await createUser(environment, token, 'ada'), await createUser(environment, token, 'grace')];
  const { id: teamId } = await askFor(environment, { token }, '/v3/teams', { name: 'Support' });
  return { tenantId: made.tenantId, token, account, users, teamId };
}

async function createUser(environment: SendEnvironment, token: string, name: string): Promise<{ id: string; token: string }> {
  const { id } = await askFor(environment, { token }, '/v3/users', { name, email: `${name}@example.com` });
  const body = { name, scopes: ['messages.write'], userId: id };
  const { accessToken } = await askFor<{ accessToken: string }>(environment, { token }, '/v3/access_tokens', body);
  return { id, token: accessToken };
}

export const numberOf = (i: number): string => `+1212${5_550_000 + i}`;

/** People converse until the faults are over, and at least so many. */
export type Size = { people: number; isOver: () => boolean };

/**
 * Every person writes, is answered, and their chat is closed and reopened, one step after the other, so that the rows of a chat have one
 * order. Many chats run at once.
 */
export async function converse(
  environment: SendEnvironment,
  desk: Desk,
  random: Random,
  { people, isOver }: Size,
): Promise<number> {
  let next = 0;
  await withDatabase(environment, async (client) => {
    const arrivals = watchArrivals(client, desk);
    const lane = async () => {
      for (let i = next++; i < people || !isOver(); i = next++) {
        const [user, author, rounds] = [random.below(3), random.below(3), 1 + random.below(2)];
        const people = { userId: desk.users[user]?.id ?? null, authorToken: desk.users[author]?.token ?? desk.token };
        for (let round = 1; round <= rounds; round++) await play(environment, desk, arrivals, { i, round, ...people });
        await wait(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    arrivals.stop();
  });
  return next - AT_ONCE;
}

/** `userId` has the chat. Replies are sent with `authorToken`: by the same user, by another one, or by an integration. */
type Turn = { i: number; round: number; userId: string | null; authorToken: string };

async function play(environment: SendEnvironment, desk: Desk, arrivals: Arrivals, turn: Turn): Promise<void> {
  const { i, round, userId, authorToken } = turn;
  await environment.provider.write(desk.account, [numberOf(i)]);
  const chatId = await arrivals.of(numberOf(i), round);
  const post = (path: string, body: object, token = desk.token) =>
    askFor(environment, { token }, `/v3/chats/${chatId}/${path}`, body, i);
  if (round === 1) await post('assign', { userId, teamId: i % 2 === 0 ? desk.teamId : null });
  await post('messages', { text: `Answer ${round}` }, authorToken);
  await post('messages', { text: `More ${round}` }, authorToken);
  if (i % 5 !== 0) await post('status', { status: 'closed' });
}

type Arrivals = { of(number: string, count: number): Promise<string>; stop(): void };

/** Watches for messages of people. One query looks for all of them. */
function watchArrivals(client: Client, { tenantId }: Desk): Arrivals {
  let known = new Map<string, { id: string; count: number }>();
  let isStopped = false;
  const look = async () => {
    while (!isStopped) {
      const { rows } = await client.query<{ number: string; id: string; count: number }>(ARRIVED, [tenantId]);
      known = new Map(rows.map((row) => [row.number, row]));
      await wait(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  looking.catch(() => undefined);
  return {
    async of(number, count) {
      const until = Date.now() + ARRIVES_WITHIN_MS;
      for (;;) {
        const chat = known.get(number);
        if (chat && chat.count >= count) return chat.id;
        if (Date.now() > until) throw new Error(`message ${count} of ${number} did not arrive`);
        await Promise.race([wait(LOOK_EVERY_MS), looking]);
      }
    },
    stop() {
      isStopped = true;
    },
  };
}

const ARRIVED = `select h.value as number, c.id, count(*)::int as count from chats c
  join handles h on h.tenant_id = c.tenant_id and h.id = c.handle_id
  join messages m on m.tenant_id = c.tenant_id and m.chat_id = c.id and m.sender = 'inbound'
  where c.tenant_id = $1 group by 1, 2`;
