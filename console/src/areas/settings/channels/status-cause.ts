export type StatusCause = 'token' | 'login' | 'oauth' | 'payment' | 'account' | 'other';

/** Providers write reasons in their own words. The first pattern that fits decides which advice is shown. */
const patterns: [RegExp, StatusCause][] = [
  [/refresh token|oauth|consent|invalid_grant|client secret/i, 'oauth'],
  [/payment|billing|unpaid|eligib|funds|balance/i, 'payment'],
  [/access token|session has expired|expired|token/i, 'token'],
  [/login|password|credential|authenticat|\b(530|534|535|538)\b/i, 'login'],
  [/suspended|locked|disabled|restricted|banned|blocked|not allowed|permission/i, 'account'],
];

/** Returns what kind of problem the reason of a channel in error is about. */
export const causeOfStatus = (reason: string | null): StatusCause =>
  patterns.find(([pattern]) => reason !== null && pattern.test(reason))?.[1] ?? 'other';
