import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import type { NewContent } from '../messages/index.ts';
import { noCounts } from '../recipients/index.ts';
import { driverOf, runIdOf } from './ids.ts';
import { checkPlaceholders, fillPlaceholders, placeholdersIn } from './placeholders.ts';
import { progressSince } from './progress.ts';

const content: NewContent = {
  type: 'text',
  text: 'Hello {{contact.firstName|there}}, {{variables.offer}}',
  subject: '{{contact.attributes.city}}',
  html: '<b>{{contact.firstName}}</b>',
};

test('placeholders are found in every text of a content, and nowhere else', () => {
  assert.deepEqual(placeholdersIn(content).toSorted(), ['contact.attributes.city', 'contact.firstName', 'variables.offer']);
  const template: NewContent = {
    type: 'template',
    template: { id: '{{contact.id}}', variables: { 1: '{{contact.lastName}}' }, media: { url: 'https://example.com/{{now}}' } },
  };
  assert.deepEqual(placeholdersIn(template), ['contact.lastName']);
  assert.deepEqual(placeholdersIn(null), []);
});

test('values are inserted unchanged, and escaped in html', () => {
  const data = { contact: { firstName: '<Ada> & {{now}}', attributes: { city: 'Ulm' } }, variables: { offer: 'half price' } };
  assert.deepEqual(fillPlaceholders(content, data), {
    type: 'text',
    text: 'Hello <Ada> & {{now}}, half price',
    subject: 'Ulm',
    html: '<b>&#60;Ada&#62; &#38; {{now}}</b>',
  });
});

test('unknown placeholders are refused, all at once', () => {
  const wrong: NewContent = { type: 'text', text: '{{chat.id}}', subject: '{{contact' };
  assert.throws(
    () => checkPlaceholders(wrong),
    (error: unknown) =>
      error instanceof Failure &&
      Object.keys(error.detail.invalidParams ?? {})
        .toSorted()
        .join() === 'subject,text',
  );
});

test('a run has one id per campaign and instant, different from its dispatch job', () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), instant, instant, (a, b, x, y) => {
      assert.equal(runIdOf(a, x), runIdOf(a, new Date(x)));
      if (a !== b) assert.notEqual(runIdOf(a, x), runIdOf(b, x));
      if (x.getTime() !== y.getTime()) assert.notEqual(runIdOf(a, x), runIdOf(a, y));
      assert.notEqual(runIdOf(a, x), driverOf(runIdOf(a, x)));
    }),
  );
});

test('the estimated end follows from the open recipients and the recent rate', () => {
  const now = new Date('2026-11-15T12:00:10.000Z');
  const counts = { ...noCounts, sent: 150, planned: 80, queued: 20 };
  const { ratePerSecond, estimatedEndAt } = progressSince({ at: '2026-11-15T12:00:00.000Z', done: 50 }, counts, now);
  assert.equal(ratePerSecond, 10);
  assert.equal(estimatedEndAt?.toISOString(), '2026-11-15T12:00:20.000Z');
  assert.equal(progressSince({ at: now.toISOString(), done: 150 }, counts, now).estimatedEndAt, null);
});
