import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { validate } from 'uuid';
import { earlier, forgetBefore, nextPoll } from './follow.ts';

const uuids = fc.oneof(
  fc.uuid(),
  fc.constantFrom(
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-1000-7000-8000-000000000000',
  ),
);

test('property: for every UUID that a client resumes from, the position is a UUID that PostgreSQL accepts', () => {
  fc.assert(
    fc.property(uuids, (id) => {
      assert.match(earlier(id), /^[0-9a-f]{8}-[0-9a-f]{4}-0000-0000-0{12}$/);
      assert.ok(earlier(id) <= id);
    }),
  );
  assert.ok(validate('00000000-0000-0000-0000-000000000000'), 'the nil UUID is one of them');
});

test('property: feeds of a tenant poll at the same times, five seconds apart', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }),
      fc.nat(4_999),
      (tenantId, now, later) => {
        const next = nextPoll(tenantId, now);
        assert.ok(next > now && next <= now + 5_000);
        assert.equal(nextPoll(tenantId, next), next + 5_000);
        if (now + later < next) assert.equal(nextPoll(tenantId, now + later), next);
      },
    ),
  );
});

test('ids of long ago are forgotten, those of the last minute are not', () => {
  const seen = new Set(['01', '02', '05', '04', '06']);
  forgetBefore(seen, '04');
  assert.deepEqual([...seen], ['05', '04', '06']);
});
