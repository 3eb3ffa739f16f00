import { commonMessages, defineChannel } from '../../registry/channel-definition.ts';

export const whatsapp = defineChannel({
  reaches: ['phone_number', 'whatsapp_user_id'],
  ratePerSecond: 80,
  storedHeaders: ['content-type', 'x-hub-signature-256', 'user-agent'],
  sandboxPath: 'graph',
  text: { max: 4096, unit: 'characters', attachmentsMax: 0 },
  sends: new Set([...commonMessages, 'location', 'reaction']),
  media: { captioned: new Set(['image', 'video', 'document']), captionMax: 1024 },
  choices: { buttonsMax: 3, listRowsMax: 10 },
  window: {
    hours: 24,
    /** Direct Send: Meta lets some accounts send plain utility texts outside the window. */
    exempt: { setting: 'directSend', type: 'text', purpose: 'utility' },
  },
  templates: { isReviewed: true, bodyMax: 1024, hasFixedAuthenticationText: true },
  /** A contact's stop is per business number and covers marketing templates only. */
  consent: { stops: 'marketing', scope: 'channel' },
});
