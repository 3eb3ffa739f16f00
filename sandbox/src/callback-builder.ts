import type { Account, Environment, Spec } from './environment.ts';
import type { Send } from './journal.ts';
import type { MediaInput } from './media.ts';
import type { Callback, Update } from './outbox/outbox.ts';
import type { LineDetails } from './people.ts';

/** Something a person does on their phone, for every kind of account. */
export type PhoneMessage = {
  from: string;
  name?: string;
  text?: string;
  /** Only to force a type the other fields do not imply, such as 'unsupported' or 'sticker'. */
  type?: string;
  media?: MediaInput;
  buttonReply?: { id: string; title: string };
  listReply?: { id: string; title: string; description?: string };
  /** A press on a quick reply button of a template. */
  button?: { payload: string; text: string };
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  contacts?: unknown[];
  /** Without an emoji, an earlier reaction is taken back. */
  reaction?: { vendorId: string; emoji?: string };
  replyTo?: string;
  /** The advertisement it answers, as the provider writes it. */
  referral?: Record<string, unknown>;
  /** WhatsApp: the person calls instead of writing. */
  call?: boolean;
  withoutPhoneNumber?: boolean;
  userId?: string;
  /** Seconds since 1970. */
  timestamp?: number;
  vendorId?: string;
  subject?: string;
  html?: string;
  headers?: Record<string, string>;
  /** Mail: the address written to, when it is not the account's own. */
  to?: string;
  storyReply?: { id: string; url?: string };
  postback?: { title: string; payload: string };
  quickReply?: { payload: string };
  /** The vendor id of a message the person takes back. */
  deleted?: string;
  /** The vendor id of a message the person has now seen. */
  seen?: string;
};

export type StatusChange = { vendorId: string; status: string; timestamp?: number; errorCode?: number };

type Written = { vendorId: string; updates: Update[] };

/** Writes what happens on a person's phone as the provider's callbacks. A missing function: the provider has no such callback. */
export type CallbackBuilder<S extends Spec = Spec> = {
  /** Packs updates into one signed request. */
  pack(account: Account<S>, updates: Update[]): Callback;
  inbound(environment: Environment, account: Account<S>, message: PhoneMessage): Written;
  /** Returns no update where the provider has no such status. */
  status(environment: Environment, account: Account<S>, change: StatusChange, send: Send | undefined): Update[];
  /** A message that the business wrote in the provider's own app. */
  echo?(environment: Environment, account: Account<S>, echo: { to: string; text: string }): Written;
  preference?(environment: Environment, account: Account<S>, change: { from: string; value: 'stop' | 'resume' }): Update[];
  template?(environment: Environment, account: Account<S>, value: Record<string, unknown>): Update[];
  raw(account: Account<S>, value: unknown): Update[];
};

/** Returns what a phone shows of a message beside its text. */
export const detailsOf = ({ media, subject, replyTo }: PhoneMessage): LineDetails => ({
  type: media ? (media.mimeType.split('/')[0] ?? 'file') : 'text',
  ...(media && { file: { name: media.fileName ?? null, mimeType: media.mimeType } }),
  ...(subject && { subject }),
  ...(replyTo && { replyTo }),
});

/** Returns the line that the page shows for a message. */
export function lineOf(message: PhoneMessage): string {
  if (message.text) return message.text;
  if (message.media) return `[${message.media.mimeType}] ${message.media.caption ?? message.media.fileName ?? ''}`;
  if (message.buttonReply ?? message.listReply) return `[chose] ${(message.buttonReply ?? message.listReply)?.title}`;
  if (message.reaction) return `[reaction] ${message.reaction.emoji ?? 'taken back'}`;
  if (message.location) return `[location] ${message.location.latitude}, ${message.location.longitude}`;
  return `[${message.type ?? message.subject ?? 'message'}]`;
}
