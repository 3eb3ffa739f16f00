import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalTimeZone, isNamedTimeZone, isTimeZone } from './time-zone.ts';

const zones = Intl.supportedValuesOf('timeZone');

test('property: every spelling of a time zone has one canonical name, which is a time zone', () => {
  const spelling = fc.constantFrom(...zones).chain((zone) =>
    fc.array(fc.boolean(), { minLength: zone.length, maxLength: zone.length }).map((upper) => ({
      zone,
      written: zone
        .split('')
        .map((c, i) => (upper[i] ? c.toUpperCase() : c.toLowerCase()))
        .join(''),
    })),
  );
  fc.assert(
    fc.property(spelling, ({ zone, written }) => {
      const canonical = canonicalTimeZone(written);
      assert.equal(canonical, canonicalTimeZone(zone));
      assert.equal(canonicalTimeZone(canonical ?? ''), canonical);
    }),
  );
});

for (const name of ['UTC', 'US/Eastern', 'Etc/GMT+5', 'Asia/Calcutta', '+01:00'])
  test(`${name} is a time zone`, () => assert.ok(canonicalTimeZone(name)));

for (const name of ['', 'Mars/Olympus', 'x'.repeat(100), 'Europe/Berlin ', 'Asia/Hong_\u212Aong', '../etc'])
  test(`"${name.slice(0, 20)}" is no time zone`, () => assert.equal(canonicalTimeZone(name), undefined));

test('an offset is a time zone without a name', () => {
  assert.ok(isTimeZone('+01:00') && !isNamedTimeZone('+01:00'));
  assert.ok(isTimeZone('Europe/Berlin') && isNamedTimeZone('Europe/Berlin'));
  assert.ok(!isTimeZone('Berlin') && !isNamedTimeZone('Berlin'));
});
