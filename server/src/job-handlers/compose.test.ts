import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMarketingMail } from './compose.ts';

test('which mails are marketing: campaigns and templates of that category, by mail only', () => {
  const campaign = { id: '1', recipientId: '2', status: 'running' };
  const rows = [
    [{ channelType: 'email', campaign }, undefined, true],
    [{ channelType: 'email', campaign: null }, { category: 'marketing' }, true],
    [{ channelType: 'email', campaign: null }, { category: 'utility' }, false],
    [{ channelType: 'email', campaign: null }, undefined, false],
    [{ channelType: 'sms', campaign }, undefined, false],
  ] as const;
  for (const [send, template, expected] of rows) assert.equal(isMarketingMail(send, template), expected);
});
