import assert from 'node:assert/strict';
import type { Json } from '../api.ts';
import type { Kind } from '../kinds.ts';
import { personOn } from './accounts.ts';
import type { Bench } from './bench.ts';
import type { Promised } from './promised.ts';

const LONGEST: Record<Kind, number> = { whatsapp: 4096, instagram: 1000, sms: 1600, email: 100_000 };

/** What people really write, and what formats on the way are known to spoil. */
const texts = (kind: Kind): string[] => [
  'Grüße aus Köln, señor — “naïve” façade, ½ €',
  '日本語のテキスト 中文字符 한국어 ไทย हिन्दी தமிழ்',
  '👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ❤️‍🔥 1️⃣',
  'مرحبا بالعالم \u200fשלום עולם\u200e mixed עם English',
  'e\u0301 and é, \u200bzero\u200bwidth, \u00a0hard\u00a0spaces, \ufeffmark',
  'a+b=c&d%20e;f?g#h/i\\j"k\'l`m<n>o{p}q|r^s~t',
  'first line\n\nthird line\n  indented\n.\n..two dots\nFrom here on\nend',
  'x'.repeat(LONGEST[kind]),
  '汉'.repeat(kind === 'instagram' ? 333 : Math.min(LONGEST[kind], 1600)), // Instagram counts bytes
];

const textOf: Record<Kind, (body: Json) => string> = {
  whatsapp: (body) => body.text.body,
  instagram: (body) => body.message.text,
  sms: (body) => body.Body,
  email: (body) => body.text,
};

/** Mail has its own ends of lines, and ends with one. */
const asSaid = (kind: Kind, text: string): string => (kind === 'email' ? text.replaceAll('\r\n', '\n').replace(/\n$/, '') : text);

async function keepOut({ kind, phone, send, outgoing }: Bench): Promise<void> {
  const said = texts(kind);
  for (const text of said) assert.equal((await send(outgoing(1, { type: 'text', text }))).kind, 'accepted', text.slice(0, 40));
  const arrived = (await phone.sent()).map(({ body }) => asSaid(kind, textOf[kind](body)));
  assert.deepEqual(arrived, said);
}

async function keepIn({ kind, phone, read }: Bench): Promise<void> {
  const said = texts(kind);
  await phone.turn({ callbacksInFlight: 1 });
  for (const text of said) await phone.write({ from: personOn(kind, 1).from, text, subject: 'Words' });
  const items = await read();
  const heard = items.flatMap((item) => (item.kind === 'message' ? [asSaid(kind, item.content.text ?? '')] : []));
  assert.deepEqual(heard, said);
}

export const textPromises: Promised[] = [
  { name: 'long, foreign, emoji and right-to-left text leaves as it was written', keep: keepOut },
  { name: 'long, foreign, emoji and right-to-left text arrives as it was written', keep: keepIn },
];
