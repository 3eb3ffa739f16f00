import { type Connected, connect } from '../../sandbox/src/index.ts';
import { makeTenant } from '../../server/src/test-kit/operator.ts';
import { type Api, createApi, type Json, until } from '../channels/api.ts';
import { type Kind, kinds } from '../channels/kinds.ts';
import { createPhone, type Phone } from '../channels/phone.ts';
import type { Environment } from './environment.ts';

export type Line = Connected & { phone: Phone };

/** A tenant with a channel of each kind, an SMS number that an automation answers, two contacts, a chat and a webhook for all events. */
export type Scene = {
  api: Api;
  lines: Record<Kind | 'answered', Line>;
  contactId: string;
  chatId: string;
  /** A contact that no message was sent to. */
  audienceId: string;
  webhookId: string;
  /** A delivery of the webhook that succeeded. */
  delivery: Json;
};

const EVENTS = ['message.received', 'message.sent', 'message.updated', 'chat.status_changed', 'contact.created'];

/** Otherwise a status can arrive before the worker recorded the send, and the receipt publishes message.sent. */
const STATUS_DELAY_MS = 3_000;

/** Needs a worker: it waits until a first contact is delivered to the webhook. */
export async function setTheScene(environment: Environment): Promise<Scene> {
  const { env, baseUrl, sandbox, receiver } = environment;
  const { accessToken } = await makeTenant(env, { ratePerMinute: 999_999_999 });
  const api = createApi([baseUrl], accessToken);
  const webhook = await api.post('/v3/api_webhooks', { url: receiver.url, events: EVENTS.map((type) => ({ type })) });
  const open = async (kind: Kind): Promise<Line> => {
    const connected = await connect(kind, { apiUrl: baseUrl, token: accessToken, sandbox });
    const phone = createPhone(sandbox.url, connected.accountId);
    await phone.turn({ statusDelayMs: STATUS_DELAY_MS });
    return { ...connected, phone };
  };
  const lines: Partial<Scene['lines']> = { answered: await open('sms') };
  for (const kind of kinds) lines[kind] = await open(kind);
  await answerAutomatically(api, lines.answered as Line);
  const newContact = async (phoneNumber: string) => (await api.post('/v3/contacts', { firstName: 'Ada', phoneNumber })).id;
  const contactId = await newContact('+16505550101');
  const audienceId = await newContact('+16505550102');
  const chat = await api.post('/v3/chats', { contactId, channelId: lines.sms?.channelId });
  const search = async () => (await api.all(`/v3/api_webhooks/${webhook.id}/deliveries/search`)) as Json[];
  const delivered = await until(search, (all) => all.some(({ status }) => status === 'succeeded'));
  const delivery = delivered.find(({ status }) => status === 'succeeded');
  return {
    api,
    lines: lines as Scene['lines'],
    contactId,
    audienceId,
    chatId: chat.id,
    webhookId: webhook.id,
    delivery,
  };
}

/** An automation that waits a moment and answers what comes in on this line. */
async function answerAutomatically(api: Api, { channelId }: Line): Promise<void> {
  const steps = [
    { id: 'pause', type: 'wait', seconds: 1, next: 'answer' },
    { id: 'answer', type: 'send_message', text: 'Thank you for writing', next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const trigger = { type: 'message_received', parameters: { channelId } };
  const { id } = await api.post('/v3/automations', { name: 'Answer', trigger, steps });
  await api.post(`/v3/automations/${id}/publish`);
}
