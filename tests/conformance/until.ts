import { setTimeout as wait } from 'node:timers/promises';

const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;

/** Polls until the value matches: calls to and from providers are asynchronous. */
export async function until<T>(what: string, read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (const endsAt = Date.now() + WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const value = await read();
    if (fits(value)) return value;
    if (Date.now() > endsAt) throw new Error(`${what} did not come to be; it is ${JSON.stringify(value)?.slice(0, 250)}`);
  }
}
