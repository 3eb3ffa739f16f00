import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { toInstant, toLocal } from '../../../kit/zoned-time.ts';
import { countedAudience, newDraft, sampleQuery, scheduleBody, toBody, toDraft } from './draft.ts';
import { faultsOf, stepOfParam } from './faults.ts';
import { readRule, toRule } from './rule.ts';

const stored = (more: Partial<types.Campaign>): types.Campaign =>
  ({
    name: 'Sale',
    channelId: 'c',
    content: { type: 'text', text: 'Hi', subject: null },
    automationId: null,
    variables: {},
    audience: { type: 'labels', count: null, query: null, labelIds: ['a', 'b'], fileId: null },
    scheduledAt: null,
    recurrenceRules: [],
    timeZone: 'Europe/Berlin',
    missed: 'skip',
    ...more,
  }) as types.Campaign;

test('what is stored comes back as the same body: audience, message, rule and time', () => {
  const scheduled = stored({ recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=5'] });
  const draft = toDraft(scheduled, { isCopy: false });
  const body = toBody(draft, { isEmail: false, fileId: null });
  assert.deepEqual(body.audience, { labelIds: ['a', 'b'] });
  assert.deepEqual(
    [body.content, body.recurrenceRules, body.missed],
    [{ type: 'text', text: 'Hi' }, scheduled.recurrenceRules, 'skip'],
  );
  const once = toDraft(stored({ scheduledAt: '2026-07-01T07:00:00.000Z' }), { isCopy: false });
  assert.deepEqual(once.schedule, { kind: 'once', at: '2026-07-01T09:00' });
  assert.equal(scheduleBody(once).scheduledAt, '2026-07-01T07:00:00.000Z');
});

test('the audience that is counted is the audience that is stored', () => {
  const audiences = [
    { kind: 'all' as const },
    { kind: 'labels' as const, labelIds: ['a'] },
    { kind: 'query' as const, query: 'eq(email,"x")' },
  ];
  for (const audience of audiences) {
    const body = toBody({ ...newDraft('UTC'), audience }, { isEmail: false, fileId: null });
    assert.deepEqual(body.audience, countedAudience(audience));
  }
  assert.equal(sampleQuery({ kind: 'labels', labelIds: ['a', 'b'] }), 'in(labelId,"a","b")');
});

test('chosen contacts stay in an edited campaign and are not in a copy; a copy starts now', () => {
  const campaign = stored({
    audience: { type: 'contacts', count: 3, query: null, labelIds: [], fileId: null },
    scheduledAt: '2026-07-01T07:00:00.000Z',
  });
  assert.deepEqual(toDraft(campaign, { isCopy: false }).audience, { kind: 'kept', of: 'contacts' });
  assert.equal('audience' in toBody(toDraft(campaign, { isCopy: false }), { isEmail: false, fileId: null }), false);
  const copy = toDraft(campaign, { isCopy: true });
  assert.deepEqual([copy.audience, copy.schedule], [{ kind: 'labels', labelIds: [] }, { kind: 'now' }]);
});

test('content that only the API writes is kept', () => {
  const content = { type: 'image', media: { url: 'https://example.com/a.png' }, text: 'Look' };
  assert.deepEqual(toBody(toDraft(stored({ content }), { isCopy: false }), { isEmail: false, fileId: null }).content, content);
});

test('rules of the form are read again, and others are not changed', () => {
  for (const rule of ['FREQ=DAILY;BYHOUR=9;BYMINUTE=0', 'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18;BYMINUTE=30']) {
    const read = readRule(rule);
    assert.ok(read);
    assert.equal(toRule(read), rule);
  }
  assert.equal(readRule('FREQ=HOURLY;INTERVAL=6'), undefined);
  assert.deepEqual(toDraft(stored({ recurrenceRules: ['FREQ=HOURLY'] }), { isCopy: false }).schedule.kind, 'kept');
});

test('times are those of the zone, in summer, in winter and where clocks change', () => {
  assert.equal(toInstant('2026-07-01T09:00', 'Europe/Berlin').toISOString(), '2026-07-01T07:00:00.000Z');
  assert.equal(toInstant('2026-12-01T09:00', 'Europe/Berlin').toISOString(), '2026-12-01T08:00:00.000Z');
  assert.equal(toInstant('2026-10-25T12:00', 'Europe/Berlin').toISOString(), '2026-10-25T11:00:00.000Z');
  assert.equal(toInstant('2026-03-01T09:30', 'Asia/Kolkata').toISOString(), '2026-03-01T04:00:00.000Z');
  assert.equal(toLocal(new Date('2026-03-01T04:00:00.000Z'), 'Asia/Kolkata'), '2026-03-01T09:30');
});

test('faults name the step that has to be completed', () => {
  const now = new Date('2026-11-19T10:00:00Z');
  const known = { attributes: [], variables: [] };
  const empty = newDraft('UTC');
  assert.deepEqual(
    faultsOf(empty, known, [], now, null).map(({ step, key }) => `${step} ${key}`),
    ['audience name', 'audience channel', 'audience labels', 'message text'],
  );
  const full = {
    ...empty,
    name: 'Sale',
    channelId: 'c',
    audience: { kind: 'all' as const },
    message: { kind: 'template' as const, templateId: 't', variables: { '1': '{{name}}', '2': '' } },
    schedule: { kind: 'once' as const, at: '2026-11-19T09:00' },
  };
  assert.deepEqual(
    faultsOf(full, known, ['1', '2'], now, new Date('2026-11-19T09:00:00Z')).map(({ key }) => key),
    ['placeholder', 'variable', 'past'],
  );
  assert.deepEqual(['content.text', 'recurrenceRules.0', 'audience.query'].map(stepOfParam), ['message', 'schedule', 'audience']);
});
