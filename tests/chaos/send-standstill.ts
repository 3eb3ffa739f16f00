import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

/** A chat that has or had open messages. `refusals`: of the open ones. */
export type ChatState = { chatId: string; open: number; settled: number; refusals: number };

/** Measures how long chats make no progress. */
export type Watch = {
  settled(): number;
  open(): number;
  longestStandstillSeconds(): number;
};

const LOOK_EVERY_MS = 500;
/** The documented delay after so many refusals of one message. The last one repeats. */
const WAIT_AFTER_REFUSALS_SECONDS = [0, 5, 30, 120, 600, 1800, 3600];

/** Measures how long chats with open messages settle none of them, without the delay of refusals. */
export function createStandstill() {
  const marks = new Map<string, { mark: string; sinceMs: number }>();
  let longestMs = 0;
  return {
    look(chats: ChatState[], nowMs: number): void {
      for (const { chatId, open, settled, refusals } of chats) {
        const mark = `${settled} ${refusals}`;
        const known = marks.get(chatId);
        if (open === 0) marks.delete(chatId);
        else if (known?.mark !== mark) marks.set(chatId, { mark, sinceMs: nowMs });
        else longestMs = Math.max(longestMs, nowMs - known.sinceMs - allowedMs(refusals));
      }
    },
    longestSeconds: () => Math.round(longestMs / 1000),
  };
}

const allowedMs = (refusals: number): number =>
  (WAIT_AFTER_REFUSALS_SECONDS[refusals] ?? WAIT_AFTER_REFUSALS_SECONDS.at(-1) ?? 0) * 1000;

/** Watches the chats of a tenant during the work, and passes the measurement to it. */
export async function watching<T>(
  environment: SendEnvironment,
  tenantId: string,
  work: (watch: Watch) => Promise<T>,
): Promise<T> {
  const standstill = createStandstill();
  let states: ChatState[] = [];
  let isOver = false;
  const sum = (of: (state: ChatState) => number) => states.reduce((total, state) => total + of(state), 0);
  const looking = withDatabase(environment, async (client) => {
    while (!isOver) {
      states = await readChats(client, tenantId);
      standstill.look(states, Date.now());
      await wait(LOOK_EVERY_MS);
    }
  });
  try {
    return await work({
      settled: () => sum(({ settled }) => settled),
      open: () => sum(({ open }) => open),
      longestStandstillSeconds: standstill.longestSeconds,
    });
  } finally {
    isOver = true;
    await looking;
  }
}

async function readChats(client: Client, tenantId: string): Promise<ChatState[]> {
  const { rows } = await client.query<ChatState>(
    `select chat_id as "chatId", count(*) filter (where is_open)::int as open, count(*) filter (where not is_open)::int as settled,
       coalesce(max(refusals) filter (where is_open), 0)::int as refusals
     from (select chat_id, refusals, send_state in ('queued', 'sending') as is_open from messages
           where tenant_id = $1 and sender = 'outbound') m group by chat_id`,
    [tenantId],
  );
  return rows;
}
