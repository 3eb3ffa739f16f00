import type { CDPSession } from 'playwright-core';
import type { Customer } from '../console/environment.ts';
import { chatOf } from './console-arrivals.ts';
import { inPage, openChat, openInbox, type Scene } from './console-scene.ts';

export type Hour = { events: number; halfMb: number; endMb: number; growthPercent: number };

const CUSTOMERS = 40;
const AT_ONCE = 4;

const customerOf = (n: number): Customer => ({
  from: `4917088${String(n % CUSTOMERS).padStart(5, '0')}`,
  name: `Caller ${String(n % CUSTOMERS).padStart(2, '0')}`,
});

/**
 * Lets customers write as many messages as in an hour, as fast as the server takes them, while the inbox is open on the chat of one of
 * them. Returns the memory after garbage collections: at half, and at the end.
 */
export async function measureHour(scene: Scene, events: number): Promise<Hour> {
  const { environment } = scene;
  for (let n = 0; n < CUSTOMERS; n++) await environment.write(customerOf(n), 'Hello');
  const page = await openInbox(scene);
  await openChat(page, scene, await chatOf(scene, customerOf(0)));
  const devtools = await page.context().newCDPSession(page);
  const half = Math.floor(events / 2);
  await write(scene, 0, half);
  await arrived('At half.');
  const halfMb = await heapMb(devtools);
  await write(scene, half, events);
  await arrived('At the end.');
  const endMb = await heapMb(devtools);
  await page.context().close();
  return { events, halfMb, endMb, growthPercent: (endMb / halfMb - 1) * 100 };

  /** Messages of one channel are processed in order, so that the others are there too. */
  async function arrived(text: string): Promise<void> {
    await environment.write(customerOf(0), text);
    await inPage<number>(page, `shownAt(${JSON.stringify(text)})`);
  }
}

/** Several customers at a time, each one after the other. */
async function write({ environment }: Scene, from: number, to: number): Promise<void> {
  let next = from;
  const writeSome = async () => {
    for (let n = next++; n < to; n = next++) await environment.write(customerOf(n), `Message ${n}: where is my order?`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeSome));
}

async function heapMb(devtools: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
