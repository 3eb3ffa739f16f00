import { allMedia, commonMessages, defineChannel } from '../../registry/channel-definition.ts';

export const sms = defineChannel({
  reaches: ['phone_number'],
  ratePerSecond: 10,
  storedHeaders: ['content-type', 'x-twilio-signature', 'i-twilio-idempotency-token', 'user-agent'],
  sandboxPath: 'twilio',
  text: { max: 1600, unit: 'characters', attachmentsMax: 0 },
  sends: new Set([...commonMessages, 'location']),
  media: { captioned: allMedia, captionMax: 1600 },
  choices: { buttonsMax: 10, listRowsMax: 10 },
  window: null,
  templates: { isReviewed: false, bodyMax: 1600 },
  /** Twilio's STOP is per sender and stops everything. */
  consent: { stops: 'everything', scope: 'channel' },
});
