import assert from 'node:assert/strict';
import fc from 'fast-check';
import { until } from '../api.ts';
import { personOn } from './accounts.ts';
import type { Bench } from './bench.ts';
import type { Captured } from './capture.ts';
import type { Promised } from './promised.ts';

const RUNS = 1500;

/** Parsing never throws and always returns items with a kind. */
async function reads(bench: Bench, callback: Captured): Promise<void> {
  const items = await bench.parse(callback);
  assert.ok(Array.isArray(items) && items.every((item) => typeof item.kind === 'string'));
}

async function samples(bench: Bench): Promise<Captured[]> {
  const { from } = personOn(bench.kind, 1);
  const media = { bytesBase64: 'aGVsbG8=', mimeType: 'image/png', fileName: 'a.png' };
  await bench.phone.write({ from, text: 'Hello', subject: 'A question', name: 'Ada' });
  await bench.phone.write({ from, media });
  await bench.send(bench.outgoing(1));
  return [...(await bench.callbacks())];
}

/** Random bytes, and real callbacks with some bytes changed. */
const keepBytes: Promised['keep'] = async (bench) => {
  const some = await samples(bench);
  const spoilt = fc
    .tuple(fc.constantFrom(...some), fc.nat(), fc.uint8Array({ maxLength: 12 }), fc.nat({ max: 12 }))
    .map(([callback, at, bytes, cut]) => {
      const { body } = callback;
      const start = at % (body.length + 1);
      return { ...callback, body: Buffer.concat([body.subarray(0, start), bytes, body.subarray(start + cut)]) };
    });
  const anything = fc
    .tuple(fc.constantFrom(...some), fc.uint8Array({ maxLength: 400 }))
    .map(([callback, bytes]) => ({ ...callback, body: Buffer.from(bytes) }));
  await fc.assert(
    fc.asyncProperty(fc.oneof(spoilt, anything), (callback) => reads(bench, callback)),
    { numRuns: RUNS },
  );
};

/** Well-formed callbacks with one part replaced. */
const keepShapes: Promised['keep'] = async (bench) => {
  const some = await samples(bench);
  const exchanged = fc
    .tuple(
      fc.constantFrom(...some),
      fc.nat(),
      fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('__proto__', '\0', '\ud800', 1e308, [], {})),
    )
    .map(([callback, which, value]) => ({
      ...callback,
      body: Buffer.from(withPart(bench, callback.body.toString(), which, value)),
    }));
  await fc.assert(
    fc.asyncProperty(exchanged, (callback) => reads(bench, callback)),
    { numRuns: RUNS },
  );
  const deep = Buffer.from('['.repeat(20_000) + ']'.repeat(20_000));
  for (const callback of some) await reads(bench, { ...callback, body: deep });
};

function withPart(bench: Bench, body: string, which: number, value: unknown): string {
  if (bench.kind !== 'sms') return exchangedJson(body, which, value);
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  form.set(names[which % names.length] ?? '', typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return form.toString();
}

function exchangedJson(body: string, which: number, value: unknown): string {
  const root: unknown = JSON.parse(body);
  const fields: [holder: Record<string, unknown>, name: string][] = [];
  const walk = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    for (const name of Object.keys(one)) {
      fields.push([one as Record<string, unknown>, name]);
      walk((one as Record<string, unknown>)[name]);
    }
  };
  walk(root);
  const [holder, name] = fields[which % fields.length] as (typeof fields)[number];
  Object.defineProperty(holder, name, { value, enumerable: true });
  return JSON.stringify(root);
}

/** Text that a database refuses is sanitised and stored, and the next message is processed. */
const keepWords: Promised['keep'] = async ({ kind }, setup) => {
  const line = await setup.line();
  const hostile = { text: 'before\0after \ud800', name: 'A\0da', subject: '\0\udc00' };
  await line.phone.write({ from: personOn(kind, 1).from, ...hostile });
  await line.phone.write({
    from: personOn(kind, 1).from,
    ...hostile,
    media: { bytesBase64: 'aGVsbG8=', mimeType: 'text/pl\0ain', fileName: 'a\0.txt' },
  });
  await line.phone.write({ from: personOn(kind, 2).from, text: 'And I?', subject: 'And I?' });
  await until(
    async () => {
      const chats = await setup.tenant.api.all('/v3/chats/search', `eq(channelId,"${line.channelId}")`);
      return chats.map((chat) => chat.unreadCount as number).toSorted();
    },
    (unread) => unread.join() === '1,2',
  );
};

export const hostilePromises: Promised[] = [
  { name: 'bytes of any sort are read without a fault', keep: keepBytes },
  { name: 'callbacks of any shape are read without a fault', keep: keepShapes },
  { name: 'text that no database accepts is stored sanitized, and delays no other message', keep: keepWords },
];
