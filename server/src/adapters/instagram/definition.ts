import { commonMessages, defineChannel } from '../../registry/channel-definition.ts';

/** Meta allows the app to answer for seven days where a person writes the answer. */
const HUMAN_AGENT_HOURS = 168;

export const instagram = defineChannel({
  reaches: ['instagram_id'],
  ratePerSecond: 10,
  namesOnRequest: true,
  storedHeaders: ['content-type', 'x-hub-signature-256', 'user-agent'],
  sandboxPath: 'graph',
  text: { max: 1000, unit: 'bytes', attachmentsMax: 0 },
  sends: new Set([...commonMessages, 'reaction']),
  media: { captioned: new Set(), captionMax: 0 },
  choices: { buttonsMax: 13, listRowsMax: 13 },
  window: { hours: 24, hoursFor: ({ humanAgent }) => (humanAgent === true ? HUMAN_AGENT_HOURS : undefined) },
  templates: { isReviewed: false, bodyMax: 1000 },
  consent: { stops: 'marketing', scope: 'channel' },
});
