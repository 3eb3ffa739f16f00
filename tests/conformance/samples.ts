import assert from 'node:assert/strict';
import { eventSamples, hasEventReference } from '../docs/event-samples.ts';
import type { Check } from './check.ts';
import { eventFields, hasFields } from './shapes.ts';

/** Sent on request, or shown only on the live feed: webhooks cannot subscribe to these. */
const FEED_ONLY = [
  'webhook.test',
  'campaign.progress',
  'message.created',
  'chat.updated',
  'note.created',
  'note.updated',
  'note.deleted',
  'notification.created',
  'chat.hidden',
  'contact_import.progress',
  'channel.status_changed',
  'resource.changed',
  'bulk_action.progressed',
];

/** The documented event types that a webhook can subscribe to. */
export const subscribableTypes = (): string[] => [...eventSamples().keys()].filter((type) => !FEED_ONLY.includes(type));

const MESSAGE =
  `id type sender sources author status scheduledAt content errors history vendorId sendState isAutomatic timestamp isSensitive metadata chat
  handle contact channel`.split(/\s+/);

/** The one check that reads a file: receivers are written by the samples of the event reference. */
export const checkSamples = (sentence: string): Check => ({
  sentence,
  start: () => (hasEventReference() ? async () => checkAll() : { skipped: 'docs/reference/events.md is not here' }),
});

function checkAll(): void {
  const samples = [...eventSamples()];
  assert.ok(samples.length >= 22, 'all sections are found');
  for (const [type, text] of samples) {
    const sample = JSON.parse(text ?? 'null');
    hasFields(sample, eventFields);
    assert.equal(sample.event, type);
    if (type.startsWith('message.')) assert.deepEqual(Object.keys(sample.data).sort(), [...MESSAGE].sort(), type);
  }
}
