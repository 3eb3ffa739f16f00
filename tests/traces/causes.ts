import { kinds } from '../channels/kinds.ts';
import type { Delivered } from './receiver.ts';
import type { Scene } from './scene.ts';

/** A webhook delivery that a cause leads to, and the names of the spans from the cause to it. `also`: other paths in the same trace. */
export type Expected = { event: string; isIt: (data: Delivered['data']) => boolean; path: string[]; also?: string[][] };

/** A kind of cause: what begins the work, and what must come of it. */
export type Cause = { name: string; begin(scene: Scene): Promise<Expected[]> };

const DELIVERY = ['job fan_out_event', 'job deliver_webhook', 'webhook attempt'];
const SOON_MS = 3_000;
const soon = (): string => new Date(Date.now() + SOON_MS).toISOString();

const isMessage =
  (id: string, status?: string) =>
  (data: Delivered['data']): boolean =>
    data.id === id && (status === undefined || data.status === status);

const people = { whatsapp: '+16505550111', sms: '+16505550112', email: 'grace@example.com', instagram: '99555111' };

export const causes: Cause[] = [
  {
    name: 'a message sent by the API',
    async begin({ api, contactId, lines }) {
      const body = { contactId, channelId: lines.sms.channelId, text: 'Hello', purpose: 'service' };
      const { id } = await api.post('/v3/messages', body);
      const sending = ['POST /v3/messages', 'job send_message'];
      return [
        { event: 'message.sent', isIt: isMessage(id), path: [...sending, ...DELIVERY], also: [[...sending, 'send sms']] },
        // The provider's callback is a request of its own; what it reports belongs to the trace of the message.
        {
          event: 'message.updated',
          isIt: isMessage(id, 'delivered'),
          path: ['POST /v3/messages', 'receipt', ...DELIVERY],
          also: [[...sending, 'send sms']],
        },
      ];
    },
  },
  ...kinds.map((kind) => ({
    name: `a message received by ${kind}`,
    async begin({ lines }: Scene): Promise<Expected[]> {
      const text = `Hello by ${kind}`;
      await lines[kind].phone.write({ from: people[kind], text });
      const path = ['POST /inbound/:channelId', 'read callback', ...DELIVERY];
      return [{ event: 'message.received', isIt: ({ content }) => content.body?.trim() === text, path }];
    },
  })),
  {
    name: 'a campaign',
    async begin({ api, lines, audienceId }) {
      const text = 'Spring is here';
      const campaign = { channelId: lines.sms.channelId, name: 'Spring', content: { type: 'text', text } };
      const { id } = await api.post('/v3/campaigns', { ...campaign, audience: { contactIds: [audienceId] } });
      await api.post(`/v3/campaigns/${id}/start`);
      const sending = ['POST /v3/campaigns/:campaignId/start', 'job release_campaign', 'job send_messages'];
      return [
        {
          event: 'message.sent',
          isIt: ({ content }) => content.body === text,
          path: [...sending, ...DELIVERY],
          also: [
            [...sending, 'send sms'],
            ['POST /v3/campaigns/:campaignId/start', 'job plan_campaign'],
          ],
        },
      ];
    },
  },
  {
    name: 'a step of an automation after a wait',
    async begin({ lines }) {
      await lines.answered.phone.write({ from: '+16505550113', text: 'Is anybody there?' });
      const received = ['POST /inbound/:channelId', 'read callback', 'job fan_out_event'];
      return [
        {
          event: 'message.sent',
          isIt: ({ content }) => content.body === 'Thank you for writing',
          path: [...received, 'job advance_run', 'job send_message', ...DELIVERY],
        },
      ];
    },
  },
  {
    name: 'a timer: a chat wakes up',
    async begin({ api, chatId }) {
      await api.post(`/v3/chats/${chatId}/status`, { status: 'snoozed', snoozedUntil: soon() });
      const path = ['POST /v3/chats/:chatId/status', 'job wake_chat', ...DELIVERY];
      const isIt = (data: Delivered['data']) => data.id === chatId && data.status === 'open';
      return [{ event: 'chat.status_changed', isIt, path }];
    },
  },
  {
    name: 'a scheduled message',
    async begin({ api, contactId, lines }) {
      const body = { contactId, channelId: lines.sms.channelId, text: 'Later', purpose: 'service', scheduledAt: soon() };
      const { id } = await api.post('/v3/messages', body);
      const path = ['POST /v3/messages', 'job release_message', 'job send_message', ...DELIVERY];
      return [{ event: 'message.sent', isIt: isMessage(id), path }];
    },
  },
  {
    name: 'an import',
    async begin({ api }) {
      const form = new FormData();
      form.append('file', new Blob(['Name,Phone\r\nImported,+16505550120\r\n']), 'people.csv');
      const headers = { authorization: `Bearer ${api.token}` };
      const answer = await fetch(`${api.baseUrl}/v3/files`, { method: 'POST', body: form, headers });
      const { data } = (await answer.json()) as { data: { id: string } };
      await api.post('/v3/contact_imports', { fileId: data.id, mapping: { Name: 'firstName', Phone: 'phoneNumber' } });
      const path = ['POST /v3/contact_imports', 'job import_contacts', ...DELIVERY];
      return [{ event: 'contact.created', isIt: ({ firstName }) => firstName === 'Imported', path }];
    },
  },
  {
    name: 'a delivery repeated by hand',
    async begin({ api, webhookId, delivery }) {
      await api.post(`/v3/api_webhooks/${webhookId}/deliveries/${delivery.id}/redeliver`);
      const path = [
        'POST /v3/api_webhooks/:webhookId/deliveries/:deliveryId/redeliver',
        'job deliver_webhook',
        'webhook attempt',
      ];
      return [{ event: delivery.eventType, isIt: () => true, path }];
    },
  },
];
