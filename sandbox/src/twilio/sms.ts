import { type CallbackBuilder, detailsOf, lineOf, type PhoneMessage, type StatusChange } from '../callback-builder.ts';
import type { Account, Environment } from '../environment.ts';
import { addressKey } from '../ids.ts';
import type { Send } from '../journal.ts';
import { saveMedia } from '../media.ts';
import type { Update } from '../outbox/outbox.ts';
import { addLine } from '../people.ts';
import { messageOf } from './errors.ts';
import { segmentsOf } from './segments.ts';
import { newSid } from './sid.ts';
import { signedByTwilio } from './signature.ts';
import type { SmsSpec } from './spec.ts';
import { moveText, saveText } from './texts.ts';

export type SmsPart = { url: string; params: Record<string, string> };

/** Twilio sends one form per callback. */
export const smsCallbacks: CallbackBuilder<SmsSpec> = {
  pack: (account, updates) => {
    const [{ part }] = updates as [Update];
    const { url, params } = part as SmsPart;
    return signedByTwilio(url, account.spec.authToken, params);
  },
  inbound,
  status: (environment, account, change, send) => {
    const update = statusUpdate(environment, account, change, send);
    return update ? [update] : [];
  },
  raw: (account, value) => [{ part: { url: account.spec.callbackUrl, params: value } }],
};

/** Returns null if the sender gave no StatusCallback, or if the message was deleted or canceled. */
export function statusUpdate(
  environment: Environment,
  account: Account<SmsSpec>,
  change: StatusChange,
  send: Send | undefined,
): Update | null {
  const { vendorId, status, errorCode } = change;
  const text = moveText(environment, account, vendorId, status, errorCode ?? null);
  const url = send?.statusUrl ?? text?.statusCallback;
  if (!text || !url) return null;
  const params = {
    AccountSid: account.spec.accountSid,
    ApiVersion: '2010-04-01',
    From: text.from,
    To: text.to,
    MessageSid: vendorId,
    MessageStatus: status,
    SmsSid: vendorId,
    SmsStatus: status,
    ...(text.messagingServiceSid && { MessagingServiceSid: text.messagingServiceSid }),
    ...(errorCode && { ErrorCode: String(errorCode), ErrorMessage: messageOf(errorCode) }),
  };
  return { part: { url, params } satisfies SmsPart, label: status };
}

function inbound(
  environment: Environment,
  account: Account<SmsSpec>,
  message: PhoneMessage,
): { vendorId: string; updates: Update[] } {
  const { accountSid, number, callbackUrl } = account.spec;
  const vendorId = message.vendorId ?? newSid(message.media ? 'MM' : 'SM');
  const from = `+${addressKey(message.from)}`;
  const body = message.text ?? message.media?.caption ?? '';
  const person = account.people.meet(from);
  person.name = message.name ?? person.name;
  person.lastInboundAtMs = environment.clock.now();
  person.optedOut = optedOutAfter(account, person.optedOut, body);
  addLine(person, { ...detailsOf(message), from: 'person', text: lineOf(message), atMs: environment.clock.now(), vendorId });
  const media = message.media ? mediaParams(environment, account, vendorId, message.media) : {};
  const numMedia = message.media ? 1 : 0;
  saveText(account, {
    sid: vendorId,
    to: number,
    from,
    body,
    status: 'received',
    direction: 'inbound',
    errorCode: null,
    numMedia,
    messagingServiceSid: null,
    statusCallback: null,
    createdAtMs: environment.clock.now(),
    sentAtMs: environment.clock.now(),
  });
  const params = {
    ToCountry: 'US',
    ToState: '',
    ToCity: '',
    ToZip: '',
    FromCountry: 'US',
    FromState: '',
    FromCity: '',
    FromZip: '',
    MessageSid: vendorId,
    SmsSid: vendorId,
    SmsMessageSid: vendorId,
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    From: from,
    To: number,
    Body: body,
    SmsStatus: 'received',
    NumMedia: String(numMedia),
    NumSegments: String(segmentsOf(body)),
    ...media,
  };
  return { vendorId, updates: [{ part: { url: callbackUrl, params } satisfies SmsPart }] };
}

function optedOutAfter({ knobs }: Account, before: boolean, body: string): boolean {
  const word = body.trim().toUpperCase();
  const isOneOf = (words: string[]) => words.some((one) => one.toUpperCase() === word);
  if (isOneOf(knobs.stopWords)) return true;
  return isOneOf(knobs.startWords) ? false : before;
}

function mediaParams(
  environment: Environment,
  account: Account<SmsSpec>,
  sid: string,
  input: NonNullable<PhoneMessage['media']>,
) {
  const id = newSid('ME');
  saveMedia(account, id, Buffer.from(input.bytesBase64, 'base64'), input.mimeType, input.fileName ?? null);
  const url = `${environment.url}/twilio/2010-04-01/Accounts/${account.spec.accountSid}/Messages/${sid}/Media/${id}`;
  return { MediaUrl0: url, MediaContentType0: input.mimeType };
}
