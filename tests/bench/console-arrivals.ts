import type { Customer } from '../console/environment.ts';
import { until } from '../console/expect.ts';
import { inPage, openChat, openInbox, type Scene } from './console-scene.ts';

const WITHIN_MS = 30_000;
const customer: Customer = { from: '491709990001', name: 'Lena Fischer' };

type Found = { id: string }[];

/** Returns the id of the chat of a customer, once the server has it. */
export async function chatOf({ environment }: Scene, { name }: Customer): Promise<string> {
  let found: Found = [];
  await until(
    async () => {
      found = await environment.call<Found>('POST', '/v3/chats/search', { search: name, pagination: { limit: 1 } });
      return found.length > 0;
    },
    `the chat of ${name}`,
    WITHIN_MS,
  );
  return found[0]?.id ?? '';
}

/** Returns the milliseconds from the moment the customer writes, before the provider calls back, until the message is on the screen. */
export async function measureArrivals(scene: Scene, samples: number): Promise<number[]> {
  const { environment } = scene;
  await environment.write(customer, 'First words');
  const page = await openInbox(scene);
  await openChat(page, scene, await chatOf(scene, customer));
  await inPage<number>(page, `shownAt('First words')`);
  const times: number[] = [];
  for (let n = 0; n <= samples; n++) {
    const text = `Arrival number ${n}.`;
    const shownAt = inPage<number>(page, `shownAt(${JSON.stringify(text)})`);
    const writtenAt = Date.now();
    await environment.write(customer, text);
    times.push((await shownAt) - writtenAt);
  }
  await page.context().close();
  return times.slice(1); // the first one finds cold caches
}
