import type { Mail } from './mail.ts';

/** Returns whether a mail was sent automatically (RFC 3834 and older headers). Answering it could start a loop. */
export function isAutomatic({ headers, from }: Pick<Mail, 'headers' | 'from'>): boolean {
  const submitted = headers.get('auto-submitted')?.split(';')[0]?.trim().toLowerCase();
  if (submitted !== undefined && submitted !== 'no') return true;
  if (/^(bulk|list|junk|auto_reply)$/i.test(headers.get('precedence') ?? '')) return true;
  if (MARKS.some((name) => headers.has(name))) return true;
  if (/^(<\s*>|)$/.test(headers.get('return-path') ?? 'none')) return true;
  return /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(from?.address ?? '');
}

const MARKS = [
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'list-id',
  'list-unsubscribe',
  'feedback-id',
];

/** Returns an opt-out if the whole subject (as our List-Unsubscribe asks) or the whole text says so. */
export function asksToStop({ subject, text }: { subject: string | null; text: string | null }): boolean {
  const isWord = (value: string | null) => /^(unsubscribe|stop|remove me)[.!]?$/i.test(value?.trim() ?? '');
  return /^unsubscribe$/i.test(subject?.trim() ?? '') || isWord(text);
}
