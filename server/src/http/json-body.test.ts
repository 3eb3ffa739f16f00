import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../platform/errors.ts';
import { given } from '../test-kit/given.ts';
import { parseJsonBody } from './json-body.ts';

const MEBIBYTE = 1_048_576;

/** A body with so many values, of more than a mebibyte. */
const large = (values: number): string => JSON.stringify({ padding: 'x'.repeat(MEBIBYTE), list: Array(values - 2).fill(0) });
const messageOf = (text: string): string => {
  try {
    parseJsonBody(Buffer.from(text));
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.detail.invalidParams?.body?.message ?? '';
  }
};

test('a body of more than a mebibyte may hold 150,000 values', () => {
  assert.equal(messageOf(large(150_000)), 'accepted');
  assert.match(messageOf(large(150_001)), /more than 150000 values .*; send several smaller requests/);
});

test('a smaller one may hold 50,000', () => {
  assert.equal(messageOf(JSON.stringify(Array(49_999).fill(0))), 'accepted');
  assert.match(messageOf(JSON.stringify(Array(50_001).fill(0))), /more than 50000 values/);
});

test('objects and arrays count as values; characters inside strings do not', () => {
  const padding = `"${'x,[{'.repeat(MEBIBYTE)}"`;
  assert.equal(messageOf(`[${padding}]`), 'accepted');
  assert.match(messageOf(`[${padding}${',{}'.repeat(80_000)}]`), /more than 150000 values/);
});

test('POST /v2/:channelId/broadcasts 400: a body of very many values is refused before it is parsed', async () => {
  const { post, tenant } = await given();
  const { id: channelId } = await tenant.channel();
  const attributes = Object.fromEntries(Array.from({ length: 160_000 }, (_, i) => [`a${i}`, i]));
  const { status, body } = await post(`/v2/${channelId}/broadcasts`, { name: 'Many', contacts: [{ attributes }] });
  assert.equal(status, 400);
  assert.equal(body.error.messageKey, 'invalid_body_params');
  assert.match(body.error.invalidParams.body.message, /send several smaller requests/);
});
