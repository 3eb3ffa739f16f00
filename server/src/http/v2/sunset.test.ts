import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../platform/config.ts';
import { givenApart } from '../../test-kit/given.ts';

const given = givenApart();

test('as installed, version 2 ends with 1 November 2026 in UTC', () => {
  assert.equal(loadConfig({}).V2_SUNSET_AT.toISOString(), '2026-11-02T00:00:00.000Z');
});

test('GET /v2/attributes: 200 in the last second of the day, 410 from midnight on, by the clock of the server', async () => {
  const sunset = loadConfig({}).V2_SUNSET_AT;
  const { clock, get, tenant } = await given({ V2_SUNSET_AT: sunset.toISOString() });
  clock.set(new Date('2026-11-01T12:00:00Z'));
  const token = await tenant.tokenWith(['attributes.read']);
  const before = await get('/v2/attributes', token);
  assert.equal(before.status, 200);
  assert.equal(before.headers.get('sunset'), 'Mon, 02 Nov 2026 00:00:00 GMT');
  clock.set(new Date('2026-11-02T00:00:00Z'));
  const after = await get('/v2/attributes', token);
  assert.deepEqual([after.status, after.body.error.messageKey], [410, 'version_sunset']);
});
