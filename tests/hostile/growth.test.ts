import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure, type Point, shorter, sizesUpTo, verify } from './growth.ts';

const MEBIBYTE = 1_048_576;
const points = (msOf: (bytes: number) => number, limit = MEBIBYTE): Point[] =>
  sizesUpTo(limit).map((bytes) => ({ bytes, ms: msOf(bytes) }));

test('sizes double up to the limit, and a small limit is the only size', () => {
  assert.deepEqual(sizesUpTo(MEBIBYTE), [16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_048_576]);
  assert.deepEqual(sizesUpTo(20_000), [5_000, 10_000, 20_000]);
  assert.deepEqual(sizesUpTo(500), [500]);
});

test('linear time is flat, with a constant part and with noise below the limit', () => {
  assert.equal(verify(points((bytes) => bytes / 1_000)).isSuperlinear, false);
  assert.equal(verify(points((bytes) => 5 + bytes / 1_000)).isSuperlinear, false);
  assert.equal(verify(points((bytes) => (bytes * Math.log2(bytes)) / 10_000)).isSuperlinear, false);
  assert.equal(verify(points(() => 0.5)).isSuperlinear, false);
});

test('quadratic time is superlinear as soon as it takes long enough to matter', () => {
  const { isSuperlinear, ratio, longestMs } = verify(points((bytes) => (bytes / 20_000) ** 2));
  assert.ok(isSuperlinear && ratio > 15 && longestMs > 2_000);
  assert.equal(verify(points((bytes) => (bytes / 500_000) ** 2)).isSuperlinear, false, 'four milliseconds are harmless');
});

test('a second measurement takes outliers away', () => {
  const spoilt = points((bytes) => (bytes === MEBIBYTE ? 10_000 : bytes / 1_000));
  assert.ok(verify(spoilt).isSuperlinear);
  assert.equal(
    verify(
      shorter(
        spoilt,
        points((bytes) => bytes / 1_000),
      ),
    ).isSuperlinear,
    false,
  );
});

test('a planted quadratic parser is called superlinear, and its linear counterpart is not', async () => {
  /** Searches for a missing quote from every character. */
  const quadratic = (text: string) => {
    let found = 0;
    for (let i = 0; i < text.length; i++) for (let at = i; at < text.length; at++) if (text.charCodeAt(at) === 0x22) found++;
    return found;
  };
  const linear = (text: string) => text.split('').filter((sign) => sign === '"').length;
  const verified = async (parse: (text: string) => unknown, limit: number) => {
    const found: Point[] = [];
    for (const bytes of sizesUpTo(limit)) found.push(await measure('x'.repeat(bytes), bytes, parse));
    return verify(found);
  };
  assert.equal((await verified(quadratic, 32_768)).isSuperlinear, true);
  assert.equal((await verified(linear, 32_768)).isSuperlinear, false);
});
