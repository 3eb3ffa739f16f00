import { allMedia, commonMessages, defineChannel } from '../../registry/channel-definition.ts';

const TEXT_MAX = 200_000;

export const email = defineChannel({
  reaches: ['email'],
  ratePerSecond: 20,
  storedHeaders: ['content-type', 'user-agent'],
  polling: { isOn: ({ imapHost }) => imapHost !== undefined, contentType: 'message/rfc822' },
  text: { max: TEXT_MAX, unit: 'characters', isMail: true, attachmentsMax: 10 },
  sends: new Set([...commonMessages, 'location']),
  media: { captioned: allMedia, captionMax: TEXT_MAX, mustBeUploaded: true },
  choices: { buttonsMax: 10, listRowsMax: 10 },
  window: null,
  templates: { isReviewed: false, bodyMax: TEXT_MAX },
  /** An unsubscribe is about marketing mail, whichever address it comes from. */
  consent: { stops: 'marketing', scope: 'channel_type', hasUnsubscribeUrl: true },
});
