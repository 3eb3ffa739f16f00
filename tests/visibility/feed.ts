import { setTimeout as wait } from 'node:timers/promises';
import { assignChat } from '../../server/src/domain/chats/index.ts';
import { publish } from '../../server/src/registry/publish.ts';
import { inTransaction } from '../../server/src/storage/context.ts';
import { type Scene, send } from './probes.ts';

const WITHIN_MS = 30_000;
const EARLIEST = '00000000-0000-0000-0000-000000000000';
/** The one event that may name a chat which the user does not see: its id, and that of the assignment. */
const HIDDEN_FRAME = /id: [^\n]*\nevent: chat\.hidden\ndata: \{[^\n]*"data":\{"id":"[0-9a-f-]{36}"\}\}\n/g;

/** Reads the feed from the first event on, while chats come and go. It must hold the visible ones and nothing of the others. */
export async function probeFeed({ baseUrl, verify, world, token, visible, hidden }: Scene): Promise<void> {
  const { ctx } = world.person;
  const feed = openFeed(baseUrl, token);
  const end = `end ${world.person.unique()}`;
  await feed.until(': connected');
  const unheard = `${world.person.unique()} unheard`;
  for (const { things } of hidden) {
    await world.person.message(things.chat, { text: unheard });
    // Through the server, so that its own code decides who gets the event.
    const call = { method: 'POST', path: `/v3/chats/${things.chat}/notes`, token: world.person.token, body: { text: unheard } };
    const { status, text } = await send(baseUrl, call);
    if (status !== 201) throw new Error(`a note in a hidden chat was answered ${status} ${text}`);
  }
  await world.person.message(visible.chat, { text: end });
  await feed.until(end);
  await assignChat(ctx, visible.chat, { userId: world.stranger, teamId: null });
  const after = `after ${world.person.unique()}`;
  await inTransaction(ctx, (ctx) => publish(ctx, 'webhook.test', null, { message: after }));
  await feed.until(after);
  const text = await feed.close();
  await assignChat(ctx, visible.chat, { userId: world.me, teamId: null });
  const answer = { status: 200, headers: { 'content-type': 'text/event-stream' }, text: text.replaceAll(HIDDEN_FRAME, '') };
  verify.answered('followEvents from the first event', { method: 'GET', path: '/v3/events' }, answer);
  if (text.includes(unheard)) verify.complain('leaks', 'followEvents: a message of a hidden chat was received');
}

function openFeed(baseUrl: string, token: string) {
  const leaving = new AbortController();
  let text = '';
  const reading = fetch(`${baseUrl}/v3/events`, {
    headers: { authorization: `Bearer ${token}`, 'last-event-id': EARLIEST },
    signal: leaving.signal,
  }).then(async (response) => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  });
  const ended = reading.catch(() => undefined);
  return {
    async until(part: string): Promise<void> {
      for (let left = WITHIN_MS; !text.includes(part); left -= 50) {
        if (left <= 0) throw new Error(`the feed did not send ${JSON.stringify(part)} in time; it ends with ${text.slice(-500)}`);
        await wait(50);
      }
    },
    async close(): Promise<string> {
      leaving.abort();
      await ended;
      return text;
    },
  };
}
