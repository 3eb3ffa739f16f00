import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBase64Decoder, createPlainDecoder } from './body-decoders.ts';

async function decoded(decoder: ReturnType<typeof createPlainDecoder>, lines: string[]): Promise<Buffer> {
  for (const line of lines) decoder.update(Buffer.from(line));
  return Buffer.from(await decoder.finalize());
}

test('property: base64 in lines of any length is what was encoded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5_000 }), fc.integer({ min: 1, max: 200 }), async (bytes, length) => {
      const encoded = Buffer.from(bytes).toString('base64');
      const lines = encoded.match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
      assert.ok((await decoded(createBase64Decoder(), lines)).equals(Buffer.from(bytes)));
    }),
  );
});

test('base64: padding in the middle ends a unit, other signs mean nothing', async () => {
  assert.equal((await decoded(createBase64Decoder(), ['SGk=', 'SGk=', 'S G-k=', 'SGkA'])).toString(), 'HiHiHiHi\0');
  assert.equal((await decoded(createBase64Decoder(), ['====', 'S', '=', ''])).length, 0);
});

test('plain: lines are joined as they were', async () => {
  const lines = ['a', '', 'b'.repeat(5_000), 'é'];
  assert.equal((await decoded(createPlainDecoder(), lines)).toString(), `${lines.join('\n')}\n`);
});
