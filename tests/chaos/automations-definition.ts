import { answerOf, type Contact, reasonOf } from './automations-contacts.ts';

/** The timeout of a question. */
export const ASK_SECONDS = 8;
const PAUSE_SECONDS = 3;

/** The messages of a run: with placeholders for the definition, with values for the verification. */
export const messages = {
  hello: (name: string, order: string) => `Hello ${name}, this is about ${order}`,
  ask: (order: string) => `Would you like ${order}?`,
  why: (answer: string) => `Why is it ${answer}?`,
  remind: (order: string) => `Nobody answered about ${order}`,
  bye: (name: string, answer: string, reason: string, price: string, kept: string) =>
    `Bye ${name}: ${answer}, ${reason}, ${price}, we keep ${kept}`,
};

const SILENCE = 'silence';
const NO_REASON = 'no reason';
const ALWAYS = [{ from: '00:00', until: '24:00' }];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export type Fixtures = { interestedId: string; silentId: string; attribute: string; shopUrl: string };

/** Every path through these fifteen steps has twelve steps. */
export const stepsWith = ({ interestedId, silentId, attribute, shopUrl }: Fixtures) => [
  { id: 'hello', type: 'send_message', text: messages.hello('{{contact.firstName}}', '{{variables.order}}'), next: 'pause' },
  { id: 'pause', type: 'wait', seconds: PAUSE_SECONDS, next: 'ask' },
  {
    id: 'ask',
    type: 'ask',
    text: messages.ask('{{variables.order}}'),
    saveAs: 'answer',
    timeoutSeconds: ASK_SECONDS,
    onReply: 'decide',
    onTimeout: 'miss',
  },
  { id: 'decide', type: 'branch', cases: [{ if: 'startsWith(variables.answer,"yes")', next: 'tag' }], otherwise: 'why' },
  { id: 'tag', type: 'add_label', labelId: interestedId, next: 'note' },
  {
    id: 'why',
    type: 'ask',
    text: messages.why('{{variables.answer}}'),
    saveAs: 'reason',
    timeoutSeconds: ASK_SECONDS,
    onReply: 'note',
    onTimeout: 'note',
  },
  { id: 'miss', type: 'add_label', labelId: silentId, next: 'remind' },
  { id: 'remind', type: 'send_message', text: messages.remind('{{variables.order}}'), next: 'note' },
  { id: 'note', type: 'set_attribute', externalId: attribute, value: `{{variables.answer|${SILENCE}}}`, next: 'call' },
  {
    id: 'call',
    type: 'http_request',
    url: `${shopUrl}/orders/{{variables.order}}`,
    body: `{"answer":"{{variables.answer|${SILENCE}}}"}`,
    saveAs: 'quote',
    next: 'hours',
  },
  {
    id: 'hours',
    type: 'business_hours',
    timeZone: 'Europe/Berlin',
    days: Object.fromEntries(DAYS.map((day) => [day, ALWAYS])),
    onOpen: 'until',
    onClosed: 'end',
  },
  { id: 'until', type: 'wait_until', time: '{{variables.quote.body.readyAt}}', next: 'bye' },
  {
    id: 'bye',
    type: 'send_message',
    text: messages.bye(
      '{{contact.firstName}}',
      `{{variables.answer|${SILENCE}}}`,
      `{{variables.reason|${NO_REASON}}}`,
      '{{variables.quote.body.price}}',
      `{{contact.attributes.${attribute}}}`,
    ),
    next: 'close',
  },
  { id: 'close', type: 'set_chat_status', status: 'closed', next: 'end' },
  { id: 'end', type: 'end' },
];

export const STEPS_DONE = 12;

/** The replies that a run accepted. They determine the rest of its path. */
export type Accepted = { answer: boolean; reason: boolean };

/** Returns the expected log of a run. A wait for a time that had passed counts as a wait. */
export function logOf({ behaviour }: Contact, accepted: Accepted): string[] {
  const middle = () => {
    if (!accepted.answer) return ['ask timed_out', 'miss done', 'remind sent'];
    if (behaviour === 'yes') return ['ask replied', 'decide chosen', 'tag done'];
    return ['ask replied', 'decide chosen', 'why asked', accepted.reason ? 'why replied' : 'why timed_out'];
  };
  return [
    'hello sent',
    'pause waiting',
    'pause woke',
    'ask asked',
    ...middle(),
    'note done',
    'call requested',
    'call answered',
    'hours open',
    'until waiting',
    'until woke',
    'bye sent',
    'close done',
    'end ended',
  ];
}

/** Returns the expected messages to the contact, in order. */
export function textsOf(contact: Contact, accepted: Accepted): string[] {
  const { name, order, behaviour } = contact;
  const answer = attributeOf(contact, accepted);
  const reason = accepted.reason ? reasonOf(contact) : NO_REASON;
  const middle = () => {
    if (!accepted.answer) return [messages.remind(order)];
    return behaviour === 'no' ? [messages.why(answer)] : [];
  };
  return [
    messages.hello(name, order),
    messages.ask(order),
    ...middle(),
    messages.bye(name, answer, reason, String(priceOf(order)), answer),
  ];
}

/** Returns the expected value of the contact's attribute. */
export const attributeOf = (contact: Contact, accepted: Accepted): string => (accepted.answer ? answerOf(contact) : SILENCE);

/** Returns the expected label of the contact, if any. */
export const labelOf = ({ behaviour }: Contact, accepted: Accepted): 'interested' | 'silent' | undefined => {
  if (!accepted.answer) return 'silent';
  return behaviour === 'yes' ? 'interested' : undefined;
};

export const priceOf = (order: string): number => Number(order.slice(1)) * 3;
