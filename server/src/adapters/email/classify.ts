import type { MessageError } from '../../domain/messages/index.ts';
import type { ConnectFault } from '../../platform/guarded-agent.ts';
import type { Refusal, SendOutcome } from '../adapter.ts';
import type { TokenFault } from './access-token.ts';

/** The error of the SMTP client: its own `code`, the server's `responseCode`, and the `command` that failed. */
export type SmtpFault = ConnectFault & { responseCode?: number; response?: string; command?: string };

/**
 * Returns the outcome of a mail whose sending threw. `wasHandedOver`: its last byte was sent. Before that the mail cannot be delivered.
 * After it only the server's answer counts; if the connection broke before the answer, the outcome is unknown.
 */
export function outcomeOfFault(fault: SmtpFault, wasHandedOver: boolean): SendOutcome {
  const isAnswer = fault.code === 'EMESSAGE' && isRefusalCode(fault.responseCode);
  if (wasHandedOver && !isAnswer) {
    return {
      kind: 'unknown',
      message: `The mail server received the whole mail and did not confirm it: ${fault.message}`,
    };
  }
  if (fault.code === 'EAUTH') return refusalOfLogin(fault);
  if (isRefusalCode(fault.responseCode)) return refusalOfReply(fault.responseCode, fault);
  return refusalWithoutReply(fault);
}

const isRefusalCode = (code: number | undefined): code is number => code !== undefined && code >= 400 && code < 600;

const refused = (error: MessageError, next: Refusal['next'], retryAfterSeconds?: number): Refusal => ({
  kind: 'refused',
  error,
  next,
  ...(retryAfterSeconds && { retryAfterSeconds }),
});

/** Without an access token nothing was sent. A final refusal stops the channel until its settings are changed. */
export function outcomeOfToken({ needsAttention, code, message }: TokenFault): Refusal {
  const key = needsAttention ? 'channel_needs_attention' : 'provider_error';
  return refused({ key, code, message: message.slice(0, MOST_MESSAGE_CHARS) }, needsAttention ? 'stop_channel' : 'retry');
}

/** 454 and similar codes are temporary; every other code means that the password is wrong. */
function refusalOfLogin(fault: SmtpFault): Refusal {
  const { responseCode } = fault;
  if (responseCode !== undefined && responseCode < 500) return refused(errorOf('provider_error', fault), 'retry');
  return refused(errorOf('channel_needs_attention', fault), 'stop_channel');
}

function refusalOfReply(code: number, fault: SmtpFault): Refusal {
  if (code < 500) return refusalForNow(fault);
  if ([530, 534, 535, 538].includes(code)) return refused(errorOf('channel_needs_attention', fault), 'stop_channel');
  if ([500, 502, 503].includes(code)) return refused(errorOf('provider_error', fault), 'retry'); // commands out of sequence
  const status = enhanced(fault.response);
  const isSender = fault.command === 'MAIL FROM' && (code === 553 || SENDER_STATUSES.has(status ?? ''));
  if (isSender) return refused(errorOf('channel_needs_attention', fault), 'stop_channel');
  return refused(errorOf(keyOfStatus(status) ?? keyOfCode(code, fault), fault), 'fail');
}

const RATE_WORDS = /\brate\b|too many|too (?:fast|much)|limit|throttl|quota|slow down|4\.7\.(?:28|650|\d{2,3})\b/i;
const GREYLIST_WORDS = /gr[ea]ylist/i;
const AFTER_GREYLIST_SECONDS = 300;

/** A 4xx is retried; one about the sending rate slows down the channel. Greylisting ends after about five minutes. */
function refusalForNow(fault: SmtpFault): Refusal {
  const response = fault.response ?? fault.message;
  if (GREYLIST_WORDS.test(response)) return refused(errorOf('provider_error', fault), 'retry', AFTER_GREYLIST_SECONDS);
  if (/mailbox|4\.2\.2/i.test(response) && !/rate|too many/i.test(response))
    return refused(errorOf('mailbox_full', fault), 'retry');
  if (RATE_WORDS.test(response)) return refused(errorOf('rate_limited', fault), 'slow_down');
  return refused(errorOf('provider_error', fault), 'retry');
}

function refusalWithoutReply(fault: SmtpFault): Refusal {
  if (fault.failed?.error === 'blocked_address') return refused(errorOf('channel_needs_attention', fault), 'stop_channel');
  if (fault.code === 'EENVELOPE') return refused(errorOf('undeliverable', fault), 'fail');
  if (fault.code === 'EMESSAGE') return refused(errorOf('invalid_message', fault), 'fail'); // larger than the server's limit
  return refused(errorOf('provider_error', fault), 'retry');
}

/** RFC 3463 codes about the sender: they stop the channel. */
const SENDER_STATUSES = new Set(['5.1.7', '5.1.8', '5.7.60', '5.7.64']);

const KEYS: Record<string, string> = {
  '1.0': 'undeliverable',
  '1.1': 'undeliverable', // no such mailbox
  '1.2': 'undeliverable', // no such domain
  '1.3': 'undeliverable',
  '1.6': 'undeliverable', // moved away
  '1.10': 'undeliverable', // accepts no mail
  '2.0': 'undeliverable',
  '2.1': 'undeliverable', // mailbox closed
  '2.2': 'mailbox_full',
  '2.3': 'invalid_message',
  '3.4': 'invalid_message',
  '4.4': 'undeliverable', // no mail server for the domain
  '4.6': 'undeliverable', // loop
  '4.7': 'undeliverable', // tried for too long
  '6.1': 'content_refused',
  '7.1': 'content_refused',
};

/** The last two numbers are the reason; the first is only the class. */
function keyOfStatus(status: string | null): string | undefined {
  const rest = status?.slice(2) ?? '';
  if (Object.hasOwn(KEYS, rest)) return KEYS[rest];
  return rest.startsWith('7.') ? 'content_refused' : undefined;
}

const UNKNOWN_WORDS = /unknown|no such|not (?:found|exist)|doesn'?t exist|does not exist|invalid|unavailable|disabled|inactive/i;

function keyOfCode(code: number, { command, response = '' }: SmtpFault): string {
  if (code === 552) return /quota|full/i.test(response) ? 'mailbox_full' : 'invalid_message';
  const isMailbox = code === 550 || code === 551 || code === 553;
  if (isMailbox && (command === 'RCPT TO' || UNKNOWN_WORDS.test(response))) return 'undeliverable';
  return 'provider_error';
}

/** Returns the error of a later report, by its RFC 3463 code. */
export const errorOfStatus = (status: string | null, message: string): MessageError => ({
  key: keyOfStatus(status) ?? 'undeliverable',
  code: status,
  message,
});

const enhanced = (response: string | undefined): string | null => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response ?? '')?.[0] ?? null;

const MOST_MESSAGE_CHARS = 500;

function errorOf(key: string, { response, responseCode, code, message, failed }: SmtpFault): MessageError {
  const shown = failed?.message ?? response ?? message;
  return {
    key,
    code: enhanced(response) ?? responseCode?.toString() ?? code ?? null,
    message: shown.slice(0, MOST_MESSAGE_CHARS),
  };
}
