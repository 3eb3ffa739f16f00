import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOfStatus } from './status-cause.ts';

test('the words of providers lead to the advice that fits', () => {
  const reasons = {
    'Error validating access token: Session has expired': 'token',
    '535 5.7.8 Authentication credentials invalid': 'login',
    'The mailbox refuses the login: invalid password': 'login',
    'The OAuth server refused the refresh token (invalid_grant)': 'oauth',
    'Business eligibility payment issue': 'payment',
    'Account suspended': 'account',
    'Something else': 'other',
  };
  for (const [reason, cause] of Object.entries(reasons)) assert.equal(causeOfStatus(reason), cause, reason);
  assert.equal(causeOfStatus(null), 'other');
});
