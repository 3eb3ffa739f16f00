import { addressKey } from '../domain/accounts/index.ts';
import { Failure } from '../platform/errors.ts';
import type { OpenScope } from './route.ts';

/** Tries of one email address per minute, from all network addresses: 256 bits cannot be guessed, passwords can. */
const TRIES_PER_EMAIL = 10;
/** Tries of one network address per minute, for all email addresses. */
const TRIES_PER_ADDRESS = 60;
/** A mail to one email address is cheap to ask for and annoying to get. */
const MAILS_PER_EMAIL = 3;

type Limited = Pick<OpenScope, 'rateLimiter' | 'visitor'>;

/** Counts a try to sign in, before the password is hashed. Email addresses with and without an account are counted alike. */
export async function limitTries({ rateLimiter, visitor }: Limited, email: string): Promise<void> {
  await limit(rateLimiter, `signin:address:${visitor.address}`, TRIES_PER_ADDRESS);
  await limit(rateLimiter, `signin:email:${addressKey(email)}`, TRIES_PER_EMAIL);
}

/** Counts a request for a mail. */
export async function limitMails({ rateLimiter, visitor }: Limited, email: string): Promise<void> {
  await limit(rateLimiter, `signin:address:${visitor.address}`, TRIES_PER_ADDRESS);
  await limit(rateLimiter, `signin:mail:${addressKey(email)}`, MAILS_PER_EMAIL);
}

/** Counts the use of a link or a factor, so that even long secrets are not guessed at full speed. */
export const limitLinks = ({ rateLimiter, visitor }: Limited): Promise<void> =>
  limit(rateLimiter, `signin:address:${visitor.address}`, TRIES_PER_ADDRESS);

/** Counts a try to give the current password with a user token, which may be stolen. */
export const limitPasswords = ({ rateLimiter }: Pick<Limited, 'rateLimiter'>, userId: string): Promise<void> =>
  limit(rateLimiter, `signin:user:${userId}`, TRIES_PER_EMAIL);

async function limit(rateLimiter: OpenScope['rateLimiter'], key: string, most: number): Promise<void> {
  const { allowed } = await rateLimiter.take(key, most);
  if (allowed) return;
  throw new Failure('too_many_requests', {
    message: 'Too many tries from this address or for this account; wait a minute and try again',
    headers: { 'retry-after': '60' },
  });
}
