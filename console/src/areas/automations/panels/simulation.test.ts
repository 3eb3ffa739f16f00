import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../definition/types.ts';
import { canBeRefused, effectText, invented, simulationBody } from './simulation.ts';

const draft: Draft = {
  trigger: { type: 'api' },
  isSingle: false,
  layout: {},
  steps: [
    { id: 'size', type: 'ask', text: 'Which size?', saveAs: 'size', timeoutSeconds: 60 },
    { id: 'shop', type: 'http_request', url: 'https://shop.example' },
    { id: 'done', type: 'end' },
  ],
};

test('an invented customer has a reply for each question and an answer for each request', () => {
  const given = invented(draft);
  assert.deepEqual([given.replies, given.answers.length], [['yes'], 1]);
  assert.deepEqual(canBeRefused(draft), ['size']);
});

test('the body of a simulation: labels as a list, no reply as "timeout", answers as JSON where they are', () => {
  const body = simulationBody({
    ...invented(draft),
    lastName: '',
    labels: 'vip, , new',
    replies: ['L', null],
    answers: [
      { status: 200, body: '{"open":true}' },
      { status: 500, body: 'down' },
    ],
  });
  assert.deepEqual(body.contact?.labels, ['vip', 'new']);
  assert.equal(body.contact?.fullName, 'Ada');
  assert.deepEqual(body.replies, [{ text: 'L' }, 'timeout']);
  assert.deepEqual(body.answers, [
    { status: 200, body: { open: true } },
    { status: 500, body: 'down' },
  ]);
});

test('an effect in words', () => {
  assert.equal(effectText({ do: 'send', content: { type: 'text', text: 'Hello' } }), 'Hello');
  assert.equal(effectText({ do: 'http_request', method: 'GET', url: 'https://a.example' }), 'GET https://a.example');
  assert.equal(effectText({ do: 'set_chat_status', status: 'closed', snoozeSeconds: null }), 'status: closed');
  assert.equal(effectText(null), null);
});
