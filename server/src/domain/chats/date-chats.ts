import type { Ctx } from '../../storage/context.ts';
import { dateSomeChats } from './date-chats.store.ts';

const PAGE = 1_000;

type Input = { afterId: string };

/** Sets the time of the last message of chats from before it was stored, one page at a time. A repetition changes nothing. */
export async function dateChats(ctx: Ctx, { afterId }: Input): Promise<{ input: Input } | undefined> {
  const lastId = await dateSomeChats(ctx, afterId, PAGE);
  return lastId === null ? undefined : { input: { afterId: lastId } };
}
