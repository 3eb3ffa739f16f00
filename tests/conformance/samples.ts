import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Check } from './check.ts';
import { eventFields, hasFields } from './shapes.ts';

/** Everything that can happen, as it is documented. */
export const EVENT_TYPES = [
  'message.received',
  'message.sent',
  'message.updated',
  'chat.created',
  'chat.status_changed',
  'chat.assigned',
  'chat.deleted',
  'contact.created',
  'contact.updated',
  'contact.merged',
  'contact.deleted',
  'consent.recorded',
  'automation.run_started',
  'automation.run_completed',
  'automation.run_failed',
  'campaign.started',
  'campaign.completed',
  'template.status_changed',
  'template.deleted',
  'webhook.disabled',
];
/** Sent only when somebody asks for it, and shown only on the live feed: no webhook can subscribe to these. */
const OTHER_TYPES = ['webhook.test', 'campaign.progress'];

const MESSAGE =
  `id type sender sources status scheduledAt content errors history vendorId sendState isAutomatic timestamp isSensitive metadata chat
  handle contact channel`.split(/\s+/);
const folder = new URL('../../server/src/catalogue/samples/', import.meta.url);

/** The one check that looks at files: receivers are written by the samples, so there is one of everything. */
export const checkSamples = (sentence: string): Check => ({
  sentence,
  start: () => (existsSync(folder) ? async () => checkFolder() : { skipped: 'the samples are not here' }),
});

function checkFolder(): void {
  const types = [...EVENT_TYPES, ...OTHER_TYPES];
  assert.deepEqual(readdirSync(folder).sort(), types.map((type) => `${type}.json`).sort());
  for (const type of types) {
    const sample = JSON.parse(readFileSync(new URL(`${type}.json`, folder), 'utf8'));
    hasFields(sample, eventFields);
    assert.equal(sample.event, type);
    if (type.startsWith('message.')) assert.deepEqual(Object.keys(sample.data).sort(), [...MESSAGE].sort(), type);
  }
}
