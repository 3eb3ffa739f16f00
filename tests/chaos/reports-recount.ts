import type { Client } from 'pg';

/** One thing that happened to a chat, from the rows of messages and events. */
export type Happening = { chatId: string; channelId: string; at: number } & (
  | { kind: 'created' }
  | { kind: 'message'; sender: 'inbound' | 'outbound'; sources: string[]; authorId: string | null }
  | { kind: 'assigned'; userId: string | null; teamId: string | null }
  | { kind: 'status'; from: string; to: string }
);

export type Count = { amount: number; ms: number };
export type Counts = Map<string, Count>;

/** Counters and a recount take the time of the same change a few statements apart. */
const APART_MS = 1_000;

/** Returns the counters of a tenant, of all quarter hours together. */
export async function readCounters(client: Client, tenantId: string): Promise<Counts> {
  const { rows } = await client.query<{ key: string; amount: number; ms: number }>(
    `select concat_ws(' ', metric, channel_id, nullif(user_id, '${NIL}'), '/', nullif(team_id, '${NIL}')) as key,
       sum(amount)::float8 as amount, sum(total_ms)::float8 as ms
     from (select metric, channel_id, user_id, team_id, amount, total_ms from report_counts where tenant_id = $1
       union all select metric, channel_id, user_id, team_id, amount, total_ms from report_deltas where tenant_id = $1) counted
     group by 1`,
    [tenantId],
  );
  return new Map(rows.map(({ key, amount, ms }) => [key, { amount, ms }]));
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Returns everything that happened to the chats of a tenant, in order. */
export async function readHappenings(client: Client, tenantId: string): Promise<Happening[]> {
  const read = async (text: string): Promise<Happening[]> => (await client.query<Happening>(text, [tenantId])).rows;
  const at = `extract(epoch from created_at)::float8 * 1000 as at`;
  const all = [
    ...(await read(`select 'created' as kind, id as "chatId", channel_id as "channelId", ${at} from chats where tenant_id = $1`)),
    ...(await read(
      `select 'message' as kind, m.chat_id as "chatId", c.channel_id as "channelId", m.sender, m.sources, m.author_user_id as "authorId",
         extract(epoch from m.created_at)::float8 * 1000 as at
       from messages m join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id where m.tenant_id = $1 order by m.id`,
    )),
    ...(await read(
      `select 'assigned' as kind, data->>'id' as "chatId", channel_id as "channelId", ${at}, data->>'assignedUserId' as "userId",
         data->>'assignedTeamId' as "teamId"
       from events where tenant_id = $1 and type = 'chat.assigned' order by id`,
    )),
    ...(await read(
      `select 'status' as kind, data->>'id' as "chatId", channel_id as "channelId", ${at}, data->>'previousStatus' as "from",
         data->>'status' as "to"
       from events where tenant_id = $1 and type = 'chat.status_changed' order by id`,
    )),
  ];
  return all.sort((a, b) => a.at - b.at);
}

type Conversation = {
  userId: string | null;
  teamId: string | null;
  openedAt: number;
  isOpen: boolean;
  firstInboundAt: number | null;
  isReplied: boolean;
  /** The last thing was a message of the contact. */
  wasInbound: boolean;
};

/** Counts again what the counters say, chat by chat, from the rows alone. */
export function recount(happenings: Happening[]): Counts {
  const counts: Counts = new Map();
  for (const ofChat of Map.groupBy(happenings, ({ chatId }) => chatId).values()) recountChat(counts, ofChat);
  return counts;
}

function recountChat(counts: Counts, happenings: Happening[]): void {
  const chat: Conversation = {
    userId: null,
    teamId: null,
    openedAt: 0,
    isOpen: true,
    firstInboundAt: null,
    isReplied: false,
    wasInbound: false,
  };
  for (const one of happenings) {
    const userId = (one.kind === 'message' ? one.authorId : null) ?? chat.userId;
    const add = (metric: string, ms = 0) => addTo(counts, [metric, one.channelId, userId, '/', chat.teamId], ms);
    switch (one.kind) {
      case 'created':
        chat.openedAt = one.at;
        add('chats_opened');
        break;
      case 'assigned':
        [chat.userId, chat.teamId] = [one.userId, one.teamId];
        break;
      case 'message':
        countMessage(chat, one, add);
        break;
      case 'status':
        countStatus(chat, one, add);
        break;
      default:
        one satisfies never;
    }
    chat.wasInbound = one.kind === 'message' && one.sender === 'inbound';
  }
}

type Add = (metric: string, ms?: number) => void;

function countMessage(chat: Conversation, { sender, sources, at }: Extract<Happening, { kind: 'message' }>, add: Add): void {
  add(sender === 'inbound' ? 'messages_received' : 'messages_sent');
  if (sender === 'inbound' && chat.isOpen) chat.firstInboundAt ??= at;
  if (sender === 'inbound' || chat.isReplied || chat.firstInboundAt === null || !sources.includes('api')) return;
  add('first_reply_time', at - chat.firstInboundAt);
  chat.isReplied = true;
}

function countStatus(chat: Conversation, { from, to, at }: Extract<Happening, { kind: 'status' }>, add: Add): void {
  if (to === 'closed') {
    add('chats_closed');
    add('resolution_time', at - chat.openedAt);
    chat.isOpen = false;
  } else if (from === 'closed') {
    add('chats_opened');
    Object.assign(chat, { isOpen: true, openedAt: at, firstInboundAt: chat.wasInbound ? at : null, isReplied: false });
  }
}

function addTo(counts: Counts, parts: (string | null)[], ms: number): void {
  const key = parts.filter((part) => part !== null).join(' ');
  const known = counts.get(key) ?? { amount: 0, ms: 0 };
  counts.set(key, { amount: known.amount + 1, ms: known.ms + ms });
}

/** Returns the counters that differ from the recount. Amounts are equal, sums of times nearly. */
export function differencesOf(counted: Counts, recounted: Counts): string[] {
  const none = { amount: 0, ms: 0 };
  return [...new Set([...counted.keys(), ...recounted.keys()])].sort().flatMap((key) => {
    const [is, shouldBe] = [counted.get(key) ?? none, recounted.get(key) ?? none];
    const isEqual = is.amount === shouldBe.amount && Math.abs(is.ms - shouldBe.ms) <= APART_MS * shouldBe.amount;
    return isEqual ? [] : [`${key}: ${is.amount} (${is.ms} ms), not ${shouldBe.amount} (${Math.round(shouldBe.ms)} ms)`];
  });
}
