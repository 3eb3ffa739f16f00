import { answerOf, type Person, reasonOf } from './automations-people.ts';

/** How long a question waits for its answer. */
export const ASK_SECONDS = 8;
const PAUSE_SECONDS = 3;

/** What a run writes, once with the places of the definition and once with what they should hold. */
export const words = {
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

export type Things = { interestedId: string; silentId: string; attribute: string; shopUrl: string };

/** Whichever way a run takes through these fifteen steps, it walks twelve of them. */
export const stepsWith = ({ interestedId, silentId, attribute, shopUrl }: Things) => [
  { id: 'hello', type: 'send_message', text: words.hello('{{contact.firstName}}', '{{variables.order}}'), next: 'pause' },
  { id: 'pause', type: 'wait', seconds: PAUSE_SECONDS, next: 'ask' },
  {
    id: 'ask',
    type: 'ask',
    text: words.ask('{{variables.order}}'),
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
    text: words.why('{{variables.answer}}'),
    saveAs: 'reason',
    timeoutSeconds: ASK_SECONDS,
    onReply: 'note',
    onTimeout: 'note',
  },
  { id: 'miss', type: 'add_label', labelId: silentId, next: 'remind' },
  { id: 'remind', type: 'send_message', text: words.remind('{{variables.order}}'), next: 'note' },
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
    text: words.bye(
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

export const STEPS_WALKED = 12;

/** Which of the person's words a run took for an answer: the rest of its way follows from it. */
export type Heard = { answer: boolean; reason: boolean };

/** The log of a whole run. A time that had passed when its step came counts as one that was waited for. */
export function logOf({ fate }: Person, heard: Heard): string[] {
  const middle = () => {
    if (!heard.answer) return ['ask timed_out', 'miss done', 'remind sent'];
    if (fate === 'yes') return ['ask replied', 'decide chosen', 'tag done'];
    return ['ask replied', 'decide chosen', 'why asked', heard.reason ? 'why replied' : 'why timed_out'];
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

/** What the person reads, in the order it is written. */
export function textsOf(person: Person, heard: Heard): string[] {
  const { name, order, fate } = person;
  const answer = keptOf(person, heard);
  const reason = heard.reason ? reasonOf(person) : NO_REASON;
  const middle = () => {
    if (!heard.answer) return [words.remind(order)];
    return fate === 'no' ? [words.why(answer)] : [];
  };
  return [
    words.hello(name, order),
    words.ask(order),
    ...middle(),
    words.bye(name, answer, reason, String(priceOf(order)), answer),
  ];
}

/** What the contact's attribute says in the end. */
export const keptOf = (person: Person, heard: Heard): string => (heard.answer ? answerOf(person) : SILENCE);

/** The label the contact has in the end, if any. */
export const labelOf = ({ fate }: Person, heard: Heard): 'interested' | 'silent' | undefined => {
  if (!heard.answer) return 'silent';
  return fate === 'yes' ? 'interested' : undefined;
};

export const priceOf = (order: string): number => Number(order.slice(1)) * 3;
