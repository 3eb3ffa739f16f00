import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { ServerProcess } from '../../../server/src/test-kit/server-process.ts';
import { mapParallel } from '../../security/client.ts';
import { type Callback, toCallback, type WhatsAppAccount } from './callback.ts';
import type { Post } from './plan.ts';

const AT_ONCE = 12;
const MOST_TRIES = 20;
const AGAIN_AFTER_MS = 500;

export type Posted = {
  /** Callbacks that were retried, as Meta does. */ retried: number /** Callbacks that Meta would give up. */;
  refused: number;
};

/** Posts all callbacks concurrently, in the given order. */
export async function postAll(
  servers: ServerProcess[],
  channelId: string,
  account: WhatsAppAccount,
  posts: Post[],
): Promise<Posted> {
  const posted: Posted = { retried: 0, refused: 0 };
  const post = async (callback: Callback, server: number): Promise<void> => {
    const url = `${servers[server % servers.length]?.baseUrl}/inbound/${channelId}`;
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      if (await isTaken(url, callback)) return;
      posted.retried++;
      await wait(AGAIN_AFTER_MS);
    }
    posted.refused++;
  };
  const later = posts.filter(({ twice }) => twice === 'later').toReversed();
  await mapParallel([...posts, ...later], AT_ONCE, async ({ updates, twice, server }) => {
    const callback = toCallback(account, updates);
    const both = twice === 'at once' ? [server, server + 1] : [server];
    await Promise.all(both.map((one) => post(callback, one)));
  });
  return posted;
}

async function isTaken(url: string, callback: Callback): Promise<boolean> {
  const { statusCode, body } = await request(url, { method: 'POST', ...callback });
  await body.dump();
  return statusCode === 200;
}
