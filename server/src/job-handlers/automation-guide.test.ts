import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { createAttribute } from '../domain/attributes/index.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();

/** Returns the definitions in the guide. */
const guide = await readFile(new URL('../../../docs/guides/automations.md', import.meta.url), 'utf8');
const definitions = [...guide.matchAll(/```json createAutomation\n(.*?)```/gs)].map((match) => String(match[1]));

const sandbox = await startSandbox();
const shop = createServer((_request, response) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ status: 'open', url: 'https://shop.example/c-17' }));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => shop.once('listening', resolve));
after(async () => {
  shop.close();
  await sandbox.stop();
});

/** A tenant with the ids for the guide's placeholders, its own clock, and one published definition. */
async function givenGuide(name: string) {
  const environment = await given({});
  const { tenant, post, clock, baseUrl } = environment;
  const { channelId, accountId } = await connect('sms', { apiUrl: baseUrl, token: tenant.token, sandbox });
  const [welcomed, unhappy] = [await tenant.label('welcomed'), await tenant.label('unhappy')];
  await createAttribute(tenant.ctx, {
    externalId: 'appointment',
    name: 'Appointment',
    type: 'text',
    description: null,
    isVisibleQuickEdit: false,
    isVisibleContactsTable: false,
    isVisibleContactCreate: false,
  });
  const placeholders = {
    '<channel>': channelId,
    '<welcomed label>': welcomed.id,
    '<unhappy label>': unhappy.id,
    '<shop>': `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
  };
  const text = definitions.find((one) => one.includes(`"name": "${name}"`)) ?? '';
  const filled = Object.entries(placeholders).reduce((body, [placeholder, value]) => body.replaceAll(placeholder, value), text);
  const made = await post('/v3/automations', JSON.parse(filled));
  assert.equal(made.status, 201, made.text);
  assert.equal((await post(`/v3/automations/${made.body.data.id}/publish`, {})).status, 200);
  const contact = await tenant.contact();
  const runs = async () =>
    (await post('/v3/automation_runs/search', {})).body.data as {
      status: string;
      waitingFor: string | null;
      variables: object;
    }[];
  const received = async () => (await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/sent`)).text();
  return {
    ...environment,
    automationId: made.body.data.id as string,
    contact,
    received,
    phone: (text: string) =>
      fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/phone`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from: contact.phoneNumber, text }),
      }),
    receives: (words: string) => until(async () => (await received()).includes(words), words),
    waitsFor: (what: string) => until(async () => (await runs())[0]?.waitingFor === what, `waiting for ${what}`),
    ends: () => until(async () => (await runs()).some(({ status }) => status === 'completed'), 'completed'),
    later: (seconds: number) => clock.advance(seconds * 1000),
    contactNow: async () => (await environment.get(`/v3/contacts/${contact.id}`)).body.data,
  };
}

test('guide: there are five definitions', () => {
  assert.equal(definitions.length, 5);
});

test('guide: Welcome greets once and remembers it', async () => {
  const { phone, receives, ends, contactNow } = await givenGuide('Welcome');
  await phone('hi');
  await receives('Hello Ada! A person will be with you');
  await ends();
  assert.deepEqual(
    (await contactNow()).labels.map((one: { name: string }) => one.name),
    ['welcomed'],
  );
});

test('guide: Out of hours answers on Sunday, once, and snoozes the chat', async () => {
  const { phone, receives, waitsFor, post, clock, received } = await givenGuide('Out of hours');
  clock.set(new Date('2026-11-22T11:00:00.000Z'));
  await phone('anybody there?');
  await receives('We are asleep');
  await waitsFor('time');
  assert.equal((await post('/v3/chats/search', {})).body.data[0].status, 'snoozed');
  await phone('hello?');
  await wait(500);
  assert.equal((await received()).split('We are asleep').length - 1, 1);
});

test('guide: Abandoned cart asks the shop an hour later and reminds', async () => {
  const { post, automationId, contact, waitsFor, later, receives, ends } = await givenGuide('Abandoned cart');
  await post(`/v3/automations/${automationId}/trigger`, {
    contactId: contact.id,
    variables: { cartId: 'c-17', item: 'blue shoes' },
  });
  await waitsFor('time');
  later(3_601);
  await receives('Your blue shoes are still here: https://shop.example/c-17');
  await ends();
});

test('guide: Appointment reminder asks a day before and files the answer', async () => {
  const { post, automationId, contact, waitsFor, later, receives, phone, ends, contactNow, clock } =
    await givenGuide('Appointment reminder');
  const appointmentAt = new Date(clock.now().getTime() + 3 * 86_400_000).toISOString();
  await post(`/v3/automations/${automationId}/trigger`, { contactId: contact.id, variables: { appointmentAt } });
  await waitsFor('time');
  later(2 * 86_400 + 1);
  await receives('Is that still right, Ada?');
  await phone('yes of course');
  await receives('see you tomorrow!');
  await ends();
  assert.equal((await contactNow()).attributes[0].value, 'confirmed');
});

test('guide: Satisfaction survey files the unhappy and reopens their chat', async () => {
  const { phone, post, waitsFor, later, receives, ends, contactNow } = await givenGuide('Satisfaction survey');
  await phone('thanks, bye');
  let chatId = '';
  await until(async () => {
    chatId = (await post('/v3/chats/search', {})).body.data[0]?.id ?? '';
    return chatId !== '';
  }, 'a chat');
  await post(`/v3/chats/${chatId}/status`, { status: 'closed', triggerAutomations: true });
  await waitsFor('time');
  later(601);
  await receives('How did we do?');
  await phone('2');
  await ends();
  assert.deepEqual(
    (await contactNow()).labels.map((one: { name: string }) => one.name),
    ['unhappy'],
  );
  assert.equal((await post('/v3/chats/search', {})).body.data[0].status, 'open');
});
