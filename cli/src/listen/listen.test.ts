import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyWebhook } from '@patchbay/sdk';
import fc from 'fast-check';
import { afterTry, waitBefore } from './forward.ts';
import { advance, hasSeen, idAt, parsePosition } from './position.ts';
import { newSigningSecret, signedHeaders } from './sign.ts';

test('the position never goes back, and what was passed on is known', () => {
  fc.assert(
    fc.property(fc.array(fc.uuid({ version: 7 }), { maxLength: 50 }), (ids) => {
      const position = ids.reduce(advance, { lastId: idAt(new Date(0)), recent: [] as string[] });
      assert.ok(ids.every((id) => id <= position.lastId && hasSeen(position, id)));
    }),
    { seed: 46 },
  );
});

test('a damaged position is as good as none', () => {
  assert.equal(parsePosition('{"lastId":'), undefined);
  assert.equal(parsePosition('{}'), undefined);
});

test('what we sign is what the SDK verifies', async () => {
  const secret = newSigningSecret();
  const body = '{"id":"e1"}';
  assert.deepEqual(await verifyWebhook(body, signedHeaders(secret, 'e1', new Date(), body), secret), { id: 'e1' });
  await assert.rejects(verifyWebhook(`${body} `, signedHeaders(secret, 'e1', new Date(), body), secret));
});

test('an absent server is waited for without end, a refusing one gets three tries', () => {
  assert.equal(afterTry({ status: 204 }, 1), 'done');
  assert.deepEqual(
    [1, 2, 3].map((tries) => afterTry({ status: 500 }, tries)),
    ['again', 'again', 'give up'],
  );
  assert.equal(afterTry({ error: 'ECONNREFUSED', isUnreachable: true }, 1_000), 'again');
  assert.equal(afterTry({ error: 'late', isUnreachable: false }, 3), 'give up');
  assert.ok([1, 2, 50].every((tries) => waitBefore(tries) > 0 && waitBefore(tries) <= 2_000));
});
