import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inV2 } from '../../domain/webhooks/index.ts';
import { v2EventTypes } from '../../wire/v2/event.ts';
import { toEvents } from '../../wire/v2/webhook.ts';

const channels = new Map([
  ['one', 'whatsapp'],
  ['two', 'sms'],
]);
const channel = (...ids: string[]) => ({ type: 'channel' as const, ids });
const kind = (...ids: string[]) => ({ type: 'channel_type' as const, ids });
type Events = Parameters<typeof inV2>[0]['events'];
const typeOf = (events: Events, v2Type: string | null = null) => inV2({ events, v2Type }, channels);

test('every v2 subscription comes back as what it was, with its channel', () => {
  for (const type of v2EventTypes)
    for (const channelId of [undefined, 'one']) assert.deepEqual(typeOf(toEvents(type, channelId), type), { type, channelId });
});

test('a v3 subscription with the same events has the same type; all sent messages are no ECHO', () => {
  for (const type of v2EventTypes) {
    const expected = type.endsWith('_ECHO') ? undefined : { type, channelId: undefined };
    assert.deepEqual(typeOf(toEvents(type, undefined)), expected);
  }
});

test('the channel alone says of which kind it is', () => {
  assert.deepEqual(typeOf([{ type: 'message.received', scopes: [channel('two')] }]), {
    type: 'SMS_MESSAGE_RECEIVED',
    channelId: 'two',
  });
});

test('v2 has no words for several channels or kinds, other events, every event, or events of different channels', () => {
  const impossible: Events[] = [
    [{ type: 'message.received', scopes: [] }],
    [{ type: 'message.received', scopes: [kind('sms', 'email')] }],
    [{ type: 'message.received', scopes: [channel('one', 'two')] }],
    [{ type: 'message.received', scopes: [channel('gone')] }],
    [{ type: 'chat.created', scopes: [kind('sms')] }],
    [{ type: null, scopes: [kind('sms')] }],
    [{ type: 'message.updated', scopes: [kind('sms')] }],
    [
      { type: 'message.sent', scopes: [kind('sms')] },
      { type: 'message.updated', scopes: [kind('email')] },
    ],
    [],
  ];
  for (const events of impossible) assert.equal(typeOf(events), undefined, JSON.stringify(events));
});

test('a subscription of v2 whose events changed gets the type that fits, or none', () => {
  assert.equal(typeOf(toEvents('EMAIL_MESSAGE_STATUS', undefined), 'SMS_MESSAGE_RECEIVED')?.type, 'EMAIL_MESSAGE_STATUS');
  assert.equal(typeOf([{ type: null, scopes: [] }], 'SMS_MESSAGE_RECEIVED'), undefined);
});
