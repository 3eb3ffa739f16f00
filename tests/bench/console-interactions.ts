import type { Page } from 'playwright-core';
import { until } from '../console/expect.ts';
import { inPage, openChat, openInbox, type Scene } from './console-scene.ts';
import { chatIdOf, contactNameOf, phoneOf } from './console-seed.ts';

export const interactions = ['open', 'scroll', 'type', 'send'] as const;
export type Interaction = (typeof interactions)[number];
export type Times = Record<Interaction, number[]>;

const WITHIN_MS = 30_000;
const SCROLL_PX = 700;
/** The latest chats are opened in turns: more than the console keeps, so that every thread was loaded ahead and none is kept. */
const OPENED = 16;
/** The first ones compile code and fill caches. */
const WARM_UP = 8;

/** Measures what a person does in the inbox: `latest` is the number of the latest chat, `long` that of the chat with the long thread. */
export async function measureInteractions(scene: Scene, latest: number, long: number, samples: number): Promise<Times> {
  await askAll(scene, latest);
  const page = await openInbox(scene);
  await openChat(page, scene, chatIdOf(latest));
  const open = await repeat(samples, (n) => openLatest(page, latest, n));
  await openChat(page, scene, chatIdOf(long));
  const scroll = [...(await scrollThread(page, samples)), ...(await scrollList(page, samples))];
  const type = await repeat(samples, (n) => inPage<number>(page, `type('${'abcdefgh '[n % 9]}')`));
  const send = await sendReplies(page, latest, samples);
  await page.context().close();
  return { open, scroll, type, send };
}

/** The customers of the chats that are opened write, the latest one last: replies are allowed only after that. */
async function askAll({ environment }: Scene, latest: number): Promise<void> {
  for (let number = latest - OPENED; number < latest; number++)
    await environment.write({ from: phoneOf(number), name: contactNameOf(number) }, 'Hello? Is anybody there?');
}

/** Leaves the warm-up out. */
async function repeat(samples: number, measure: (n: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < samples + WARM_UP; n++) times.push(await measure(n));
  return times.slice(WARM_UP);
}

/** A person who has reached a row with the pointer presses after this time at the earliest. */
const HOVER_MS = 150;

/** Opens one of the latest chats as a person does: the pointer reaches its row, a moment later there is a click, which is measured. */
async function openLatest(page: Page, latest: number, n: number): Promise<number> {
  const number = latest - 1 - (n % OPENED);
  const id = JSON.stringify(chatIdOf(number));
  await inPage(page, 'toTop()');
  await until(() => inPage<boolean>(page, `canOpen(${id})`), `chat ${number} is in the list`, WITHIN_MS);
  await page.locator(`[data-chat=${id}]`).hover();
  await page.waitForTimeout(HOVER_MS);
  return inPage<number>(page, `open(${id}, ${JSON.stringify(contactNameOf(number))})`);
}

/** Upwards through older messages. Their pages are loaded ahead; at the top of what is loaded there is nothing to scroll, so it waits. */
const scrollThread = (page: Page, samples: number): Promise<number[]> =>
  repeat(samples, async () => {
    await until(async () => (await inPage<number>(page, 'threadTop()')) > SCROLL_PX, 'older messages are loaded', WITHIN_MS);
    return inPage<number>(page, `scrollThread(-${SCROLL_PX})`);
  });

/** Down and up again, so that a short list is long enough. */
const scrollList = (page: Page, samples: number): Promise<number[]> =>
  repeat(samples, (n) => inPage<number>(page, `scrollList(${n % 2 === 0 ? SCROLL_PX : -SCROLL_PX})`));

/** In turns in the latest chats, which are opened first. A page that leaves would ask about replies that can still be taken back. */
async function sendReplies(page: Page, latest: number, samples: number): Promise<number[]> {
  await inPage(page, 'toTop()');
  return repeat(samples, async (n) => {
    await openLatest(page, latest, n);
    const text = `Reply ${n} to you.`;
    await page.getByRole('textbox', { name: /^Reply to / }).fill(text);
    await until(async () => (await inPage<string>(page, 'text()')) === text, 'the reply is typed', WITHIN_MS);
    return inPage<number>(page, `send(${JSON.stringify(text)})`);
  });
}
