/** An error code for the response, or, with `later`, for a failed status after the message was accepted. */
export type ErrorChoice = number | { code: number; later: boolean };

export type Knobs = {
  seed: number;
  latencyMs: number | [number, number];
  errorFor: Record<string, ErrorChoice>;
  errorRate: number;
  errorCode: ErrorChoice;
  ratePerSecond: number | null;
  pairRate: { burst: number; everySeconds: number } | null;
  enforceWindow: boolean | 'later';
  enforceTemplates: boolean;
  honourIdempotencyKey: boolean;
  dropConnectionAfterAccept: number | { next: number };
  hangFor: string[];
  tokenExpired: boolean;
  accountLocked: boolean;
  statuses: string[];
  statusDelayMs: number;
  inboundDelayMs: number;
  shuffleStatuses: boolean;
  loseStatuses: Record<string, number>;
  batch: { maxUpdates: number; waitMs: number };
  callbacksInFlight: number;
  duplicateCallbacks: number;
  callbackRetries: { tries: number; baseMs: number; timeoutMs: number };
  echoBeforeResponse: boolean;
  mediaUrlSeconds: number;
  mediaFailures: number;
  templateReview: { approveAfterMs: number; rejectWith: string | null; pauseAfterMs: number | null };
  waIdAlias: Record<string, string>;
  brazilNinthDigit: boolean;
  bsuidOnly: boolean;
  stopWords: string[];
  startWords: string[];
  bounces: Record<string, 'hard' | 'soft' | 'later'>;
  bounceAs: 'webhook' | 'dsn';
};

export type KnobName = keyof Knobs;

type JsonSchema = Record<string, unknown>;
/** `isCommon`: every kind of account has it. The others are named by the definition of a channel. */
type Knob<V> = { about: string; isCommon?: true; fallback: V; schema: JsonSchema };

const fraction = { type: 'number', minimum: 0, maximum: 1 };
const flag = { type: 'boolean' };
const amount = { type: 'number', minimum: 0 };
const count = { type: 'integer', minimum: 0 };
const words = { type: 'array', items: { type: 'string' } };
const mapOf = (value: JsonSchema) => ({ type: 'object', additionalProperties: value });
const parts = (properties: Record<string, JsonSchema>) => ({ type: 'object', properties, additionalProperties: false });
const errorChoice = {
  anyOf: [{ type: 'integer' }, { ...parts({ code: { type: 'integer' }, later: flag }), required: ['code', 'later'] }],
};

/** Every knob: what it does, its default, and its schema. A definition can name another default. */
export const knobTable: { [K in KnobName]: Knob<Knobs[K]> } = {
  seed: {
    about: 'The random seed; setting it restarts the random numbers of the account.',
    isCommon: true,
    fallback: 1,
    schema: { type: 'integer' },
  },
  latencyMs: {
    about: 'Latency of every send: a number, or [least, most].',
    isCommon: true,
    fallback: 0,
    schema: { anyOf: [amount, { type: 'array', items: amount, minItems: 2, maxItems: 2 }] },
  },
  errorFor: {
    about: 'Recipient to error code. { code, later: true } accepts the message and fails it in a status.',
    isCommon: true,
    fallback: {},
    schema: mapOf(errorChoice),
  },
  errorRate: { about: 'The fraction of sends that fail with errorCode.', isCommon: true, fallback: 0, schema: fraction },
  errorCode: {
    about: 'The code errorRate fails with.',
    isCommon: true,
    fallback: 131000,
    schema: errorChoice,
  },
  ratePerSecond: {
    about: 'Sends above this many a second are refused (130429, Instagram 613, Twilio 20429, SMTP 451). null: no limit.',
    isCommon: true,
    fallback: null,
    schema: { type: 'number', exclusiveMinimum: 0 },
  },
  pairRate: {
    about: 'Sends to one person: a burst, then one in everySeconds; above that 131056. null: no limit.',
    fallback: null,
    schema: {
      ...parts({ burst: { type: 'integer', minimum: 1 }, everySeconds: { type: 'number', exclusiveMinimum: 0 } }),
      required: ['burst', 'everySeconds'],
    },
  },
  enforceWindow: {
    about: "Free messages only within 24 h after the person wrote (131047, Instagram 10). 'later': a failed status follows.",
    fallback: true,
    schema: { enum: [true, false, 'later'] },
  },
  enforceTemplates: {
    about: 'A template must exist, be approved and get as many parameters as it has (132001, 132015, 132016, 132000).',
    fallback: true,
    schema: flag,
  },
  honourIdempotencyKey: {
    about: 'A repeated Idempotency-Key (mail: Message-ID) gets the first response again and is not delivered again.',
    isCommon: true,
    fallback: false,
    schema: flag,
  },
  dropConnectionAfterAccept: {
    about: 'Accepts the message, then cuts the connection without a response: a fraction of sends, or { next: n }.',
    isCommon: true,
    fallback: 0,
    schema: { anyOf: [fraction, { ...parts({ next: count }), required: ['next'] }] },
  },
  hangFor: {
    about: "Recipients whose sends get no response and are not accepted; '*' is everybody.",
    isCommon: true,
    fallback: [],
    schema: words,
  },
  tokenExpired: { about: 'Every call is refused: 190, Twilio 20003, SMTP 535.', isCommon: true, fallback: false, schema: flag },
  accountLocked: {
    about: 'Every send is refused: 131031, Instagram 368, Twilio 20005, SMTP 550.',
    isCommon: true,
    fallback: false,
    schema: flag,
  },
  statuses: {
    about: 'Which statuses follow an accepted message, in this order (instagram: only read; email: delivered, read).',
    isCommon: true,
    fallback: ['sent', 'delivered'],
    schema: { type: 'array', items: { enum: ['queued', 'sending', 'sent', 'delivered', 'read'] } },
  },
  statusDelayMs: {
    about: 'How long before the first status, and between one status and the next.',
    isCommon: true,
    fallback: 20,
    schema: amount,
  },
  inboundDelayMs: {
    about: 'How long the callback of a message that a person writes is held back.',
    isCommon: true,
    fallback: 0,
    schema: amount,
  },
  shuffleStatuses: {
    about: 'The statuses of a message come in a wrong order.',
    isCommon: true,
    fallback: false,
    schema: flag,
  },
  loseStatuses: {
    about: 'Status to the fraction of it that is never sent, such as { "delivered": 0.5 }.',
    isCommon: true,
    fallback: {},
    schema: mapOf(fraction),
  },
  batch: {
    about: 'Callbacks carry up to maxUpdates updates, and wait up to waitMs for more.',
    fallback: { maxUpdates: 100, waitMs: 0 },
    schema: parts({ maxUpdates: { type: 'integer', minimum: 1, maximum: 1000 }, waitMs: amount }),
  },
  callbacksInFlight: {
    about: 'Callbacks in flight at once; 1 keeps them in order.',
    isCommon: true,
    fallback: 50,
    schema: { type: 'integer', minimum: 1, maximum: 200 },
  },
  duplicateCallbacks: {
    about: 'The fraction of callbacks that are posted twice, byte for byte.',
    isCommon: true,
    fallback: 0,
    schema: fraction,
  },
  callbackRetries: {
    about: 'Attempts of a callback until a 2xx response; the wait starts at baseMs and doubles.',
    isCommon: true,
    fallback: { tries: 10, baseMs: 100, timeoutMs: 10_000 },
    schema: parts({ tries: { type: 'integer', minimum: 1, maximum: 100 }, baseMs: amount, timeoutMs: { ...amount, minimum: 1 } }),
  },
  echoBeforeResponse: {
    about: 'The echo of a send arrives before the response to the send.',
    fallback: false,
    schema: flag,
  },
  mediaUrlSeconds: {
    about: 'How long the URL of a media file is valid.',
    fallback: 300,
    schema: amount,
  },
  mediaFailures: {
    about: 'The first n downloads of every media file answer 404.',
    fallback: 0,
    schema: count,
  },
  templateReview: {
    about: 'approveAfterMs, or rejectWith a reason after that time; pauseAfterMs pauses an approved template.',
    fallback: { approveAfterMs: 0, rejectWith: null, pauseAfterMs: null },
    schema: parts({
      approveAfterMs: amount,
      rejectWith: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      pauseAfterMs: { anyOf: [amount, { type: 'null' }] },
    }),
  },
  waIdAlias: {
    about: 'Number as written to the wa_id WhatsApp knows it by.',
    fallback: {},
    schema: mapOf({ type: 'string' }),
  },
  brazilNinthDigit: {
    about: 'Brazilian mobile numbers have a wa_id without their ninth digit.',
    fallback: false,
    schema: flag,
  },
  bsuidOnly: {
    about: 'People who write show a business-scoped user id and no phone number.',
    fallback: false,
    schema: flag,
  },
  stopWords: {
    about: 'Words that opt a number out; later sends to it fail with 21610.',
    fallback: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
    schema: words,
  },
  startWords: { about: 'Words that opt a number in again.', fallback: ['START', 'YES', 'UNSTOP'], schema: words },
  bounces: {
    about: "Address to 'hard' (550), 'soft' (451) or 'later' (accepted, then bounced).",
    fallback: {},
    schema: mapOf({ enum: ['hard', 'soft', 'later'] }),
  },
  bounceAs: {
    about: "A later bounce is sent as a Bounce event ('webhook') or as an inbound delivery report ('dsn').",
    fallback: 'webhook',
    schema: { enum: ['webhook', 'dsn'] },
  },
};
