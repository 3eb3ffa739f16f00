import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Frame, framesOf } from './frames.ts';

const streamOf = (chunks: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function read(chunks: Uint8Array[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of framesOf(streamOf(chunks), () => undefined)) frames.push(frame);
  return frames;
}

test('frames are the same however the bytes are cut', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replace(/[\r\n\0]/g, '_'));
  const frame = fc.record({ id: fc.uuid(), event: fc.constantFrom('a.b', 'c.d'), data: line }, { noNullPrototype: true });
  const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 8 }), cuts, fc.constantFrom('\n', '\r\n'), async (frames, sizes, end) => {
      const text = frames
        .map(({ id, event, data }) => [`id: ${id}`, `event: ${event}`, `data: ${data}`, '', ''].join(end))
        .join('');
      assert.deepEqual(await read(cut(new TextEncoder().encode(text), sizes)), frames);
    }),
    { seed: 1 },
  );
});

function cut(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.slice(at, at + size));
    at += size;
  }
  return chunks;
}

test('comments are frames without data, several data lines are one text, and half a frame is none', async () => {
  const text = ': still here\n\nid: 1\ndata: a\ndata:b\n\nid: 2\ndata: never finished';
  assert.deepEqual(await read([new TextEncoder().encode(text)]), [
    { id: '', event: 'message', data: '' },
    { id: '1', event: 'message', data: 'a\nb' },
  ]);
});
