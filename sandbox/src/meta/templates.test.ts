import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { bearer, callUrl, given, PERSON } from '../test-kit/given.ts';

const PATH = '/graph/v24.0/2065/message_templates';
const order = {
  name: 'order_sent',
  category: 'UTILITY',
  language: 'en_US',
  components: [{ type: 'BODY', text: 'Hi {{1}}, order {{2}} left.', example: { body_text: [['Ann', '7']] } }],
};
const sendable = (parameters: string[], name = 'order_sent') => ({
  to: PERSON,
  type: 'template',
  template: {
    name,
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }],
  },
});
const eventsIn = (received: { body: string }[]) =>
  received.flatMap(({ body }) =>
    JSON.parse(body).entry.flatMap((entry: { changes: { value: unknown }[] }) => entry.changes.map((c) => c.value)),
  );

test('a template is created, reviewed, reported, sent outside the window, and deleted', async () => {
  const { whatsapp, call, control, sendWhatsApp, flush, receiver, knobs } = await given();
  await whatsapp();
  await knobs('wa', { statuses: [], templateReview: { approveAfterMs: 60_000 } });
  const made = (await call('POST', PATH, order, bearer)).body;
  assert.deepEqual([made.status, made.category], ['PENDING', 'UTILITY']);
  assert.equal((await sendWhatsApp(sendable(['Ann', '7']))).body.error.code, 132001);
  await control('POST', '/clock', { advanceSeconds: 61 });
  const shown = (await call('GET', `/graph/v24.0/${made.id}?fields=status`, undefined, bearer)).body;
  assert.equal(shown.status, 'APPROVED');
  await flush('wa');
  const [reported] = eventsIn(receiver.received);
  assert.deepEqual(
    [reported.event, reported.message_template_name, reported.message_template_id],
    ['APPROVED', 'order_sent', Number(made.id)],
  );
  const sent = await sendWhatsApp(sendable(['Ann', '7']));
  assert.equal(sent.body.messages[0].message_status, 'accepted');
  assert.equal((await sendWhatsApp(sendable(['Ann']))).body.error.code, 132000);
  assert.equal((await call('DELETE', `${PATH}?name=order_sent`, undefined, bearer)).body.success, true);
  assert.equal((await sendWhatsApp(sendable(['Ann', '7']))).body.error.code, 132001);
});

test('templates come in pages', async () => {
  const { whatsapp, call } = await given();
  await whatsapp();
  for (const name of ['a', 'b', 'c']) await call('POST', PATH, { ...order, name }, bearer);
  const first = (await call('GET', `${PATH}?limit=2`, undefined, bearer)).body;
  assert.equal(first.data.length, 2);
  const second = (await callUrl(first.paging.next, 'GET', undefined, bearer)).body;
  assert.deepEqual([second.data.length, second.data[0].name, second.paging.next], [1, 'c', undefined]);
  assert.equal((await call('POST', PATH, { ...order, name: 'a' }, bearer)).body.error.code, 100);
  assert.equal((await call('POST', PATH, { ...order, name: 'With Space' }, bearer)).body.error.code, 100);
});

test('knob templateReview: rejected with a reason, or approved and then paused', async () => {
  const { whatsapp, call, knobs, control, sendWhatsApp, flush, receiver } = await given();
  await whatsapp();
  await knobs('wa', { templateReview: { rejectWith: 'INVALID_FORMAT' } });
  await call('POST', PATH, { ...order, name: 'bad' }, bearer);
  await knobs('wa', { templateReview: { pauseAfterMs: 60_000 } });
  const { id } = (await call('POST', PATH, { ...order, name: 'tired' }, bearer)).body;
  const status = async () => (await call('GET', `/graph/v24.0/${id}`, undefined, bearer)).body.status;
  while ((await status()) === 'PENDING') await wait(5);
  await control('POST', '/clock', { advanceSeconds: 61 });
  await flush('wa');
  assert.deepEqual(
    eventsIn(receiver.received).map(({ event, reason, message_template_name }) => [message_template_name, event, reason]),
    [
      ['bad', 'REJECTED', 'INVALID_FORMAT'],
      ['tired', 'APPROVED', 'NONE'],
      ['tired', 'PAUSED', 'NONE'],
    ],
  );
  assert.equal((await sendWhatsApp(sendable(['Ann', '7'], 'tired'))).body.error.code, 132015);
});

test('POST {templateId} 200: a rejected template is changed in place and reviewed again', async () => {
  const { whatsapp, call, knobs, control } = await given();
  await whatsapp();
  await knobs('wa', { templateReview: { rejectWith: 'INVALID_FORMAT', approveAfterMs: 60_000 } });
  const { id } = (await call('POST', PATH, order, bearer)).body;
  const shown = async () => (await call('GET', `/graph/v24.0/${id}`, undefined, bearer)).body;
  const better = { components: [{ type: 'BODY', text: 'Your order {{1}} left.' }] };
  assert.equal((await call('POST', `/graph/v24.0/${id}`, better, bearer)).body.error.code, 100);
  await control('POST', '/clock', { advanceSeconds: 61 });
  assert.deepEqual([(await shown()).status, (await shown()).rejected_reason], ['REJECTED', 'INVALID_FORMAT']);
  await knobs('wa', { templateReview: { approveAfterMs: 60_000 } });
  assert.deepEqual((await call('POST', `/graph/v24.0/${id}`, better, bearer)).body, { success: true });
  assert.equal((await shown()).status, 'PENDING');
  await control('POST', '/clock', { advanceSeconds: 61 });
  const approved = await shown();
  assert.deepEqual([approved.status, approved.rejected_reason, approved.components], ['APPROVED', undefined, better.components]);
});

test('knob enforceTemplates off: any template may be sent; marketing never to those who stopped it', async () => {
  const { whatsapp, call, control, knobs, sendWhatsApp } = await given();
  await whatsapp();
  await knobs('wa', { enforceTemplates: false });
  assert.equal((await sendWhatsApp(sendable([], 'nobody_made_it'))).status, 200);
  await call('POST', PATH, { ...order, name: 'sale', category: 'MARKETING' }, bearer);
  await control('POST', '/accounts/wa/emit', { updates: [{ preference: { from: PERSON, value: 'stop' } }] });
  assert.equal((await sendWhatsApp(sendable([], 'sale'))).body.error.code, 131050);
  await control('POST', '/accounts/wa/emit', { updates: [{ preference: { from: PERSON, value: 'resume' } }] });
  assert.equal((await sendWhatsApp(sendable([], 'sale'))).status, 200);
});

test('a header that is a file needs the handle of an upload, and a file of its kind', async () => {
  const { whatsapp, call, sandbox } = await given();
  await whatsapp({ appId: '3065' });
  const withHeader = (format: string, handle?: string) => ({
    ...order,
    name: `with_${format.toLowerCase()}`,
    components: [{ type: 'HEADER', format, ...(handle && { example: { header_handle: [handle] } }) }, ...order.components],
  });
  const make = async (format: string, handle?: string) => (await call('POST', PATH, withHeader(format, handle), bearer)).body;
  assert.match((await make('IMAGE')).error.error_data.details, /header_handle/);
  assert.match((await make('IMAGE', '4::invented')).error.error_data.details, /header_handle/);
  const query = 'file_name=a.png&file_length=3&file_type=image%2Fpng';
  assert.equal((await call('POST', `/graph/v26.0/9/uploads?${query}`, undefined, bearer)).body.error.error_subcode, 33);
  const { id } = (await call('POST', `/graph/v26.0/3065/uploads?${query}`, undefined, bearer)).body;
  assert.match(id, /^upload:.+\?sig=/);
  const bytes = async (authorization: string, file_offset: string, body: string) => {
    const headers = { authorization, file_offset, 'content-type': 'application/octet-stream' };
    return (await fetch(`${sandbox.url}/graph/v26.0/${id}`, { method: 'POST', headers, body })).json() as Promise<{
      h?: string;
      error?: { code: number };
    }>;
  };
  assert.equal((await bytes(bearer.authorization, '0', 'abc')).error?.code, 190);
  const oauth = bearer.authorization.replace('Bearer', 'OAuth');
  assert.equal((await bytes(oauth, '1', 'abc')).error?.code, 100);
  assert.equal((await bytes(oauth, '0', 'abcd')).error?.code, 100);
  const { h } = await bytes(oauth, '0', 'abc');
  assert.match((await make('VIDEO', h)).error.error_data.details, /image\/png/);
  assert.equal((await make('IMAGE', h)).status, 'PENDING');
});
