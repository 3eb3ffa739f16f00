import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versions } from './index.ts';
import { subjectOf } from './subject.ts';

const all = versions.flatMap(({ routes }) => routes);
const about = (operationId: string) => {
  const route = all.find((row) => row.operationId === operationId);
  assert.ok(route, operationId);
  const { reader, ...subject } = subjectOf(route, all);
  return { ...subject, reader: reader?.operationId };
};

test('a create is about what it makes, called as in the paths that take its id', () => {
  const made = { isNew: true, isDeleted: false, param: null, reader: undefined };
  assert.deepEqual(about('createLabel'), { type: 'label', ...made });
  assert.deepEqual(about('createWebhook'), { type: 'webhook', ...made });
  assert.deepEqual(about('v2CreateAttribute'), { type: 'attribute', ...made });
  assert.deepEqual(about('sendMessage'), { type: 'message', ...made });
  assert.deepEqual(about('createAccessToken'), { type: 'access_token', ...made });
});

test('an update and an action are about the thing in the path that can be read', () => {
  const changed = { isNew: false, isDeleted: false };
  assert.deepEqual(about('updateLabel'), { type: 'label', ...changed, param: 'labelId', reader: 'getLabel' });
  assert.deepEqual(about('setChatStatus'), { type: 'chat', ...changed, param: 'chatId', reader: 'getChat' });
  assert.deepEqual(about('addContactLabels'), { type: 'contact', ...changed, param: 'contactId', reader: 'getContact' });
  assert.deepEqual(about('redeliver'), { type: 'delivery', ...changed, param: 'deliveryId', reader: 'getDelivery' });
  assert.deepEqual(about('v2UpdateWebhook'), { type: 'webhook', ...changed, param: 'webhookId', reader: 'getWebhook' });
  assert.deepEqual(about('removeTeamMember'), { type: 'team', ...changed, param: 'teamId', reader: 'getTeam' });
});

test('a delete is about what goes, whether or not it could be read', () => {
  assert.deepEqual(about('deleteLabel'), { type: 'label', isNew: false, isDeleted: true, param: 'labelId', reader: 'getLabel' });
  const token = about('deleteAccessToken');
  assert.deepEqual(token, { type: 'access_token', isNew: false, isDeleted: true, param: 'accessTokenId', reader: undefined });
});
