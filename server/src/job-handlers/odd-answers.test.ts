import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { sanitizeText } from '../platform/sanitize-text.ts';
import { row } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';

/** A provider whose refusals hold what no PostgreSQL text does: as escapes, which are good JSON. */
const provider = createServer((_request, response) => {
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end('{"code":21211,"message":"The number a\\u0000b \\ud800 is invalid","more_info":"","status":400}');
}).listen(0, '127.0.0.1');
after(() => {
  provider.close();
  provider.closeAllConnections();
});

test('a refusal with a NUL in its words is recorded like any other', async () => {
  const { tenant, post, get } = await given();
  const { port } = provider.address() as AddressInfo;
  const settings = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'secret',
    from: '+15550001111',
    baseUrl: `http://127.0.0.1:${port}`,
  };
  const channel = await post('/v3/channels', { type: 'sms', name: 'Odd', settings });
  assert.equal(channel.status, 201, channel.text);
  const contact = await tenant.contact();
  const sent = await post('/v3/messages', { contactId: contact.id, channelId: channel.body.data.id, text: 'Hello' });
  assert.equal(sent.status, 201, sent.text);
  for (let i = 0; i < 600; i++) {
    const { data } = (await get(`/v3/messages/${sent.body.data.id}`)).body;
    if (data.status === 'failed') {
      assert.match(data.errors[0].message, /The number ab . is invalid/);
      return;
    }
    await wait(50);
  }
  assert.fail('the message did not fail');
});

test('whatever JSON a stranger sends, what is left of it can be kept and read again', async () => {
  const { ctx } = (await given()).tenant;
  const units = ['\0', '\ud800', '\udc00', 'a', '😀'];
  const hostile = fc.string({ unit: fc.constantFrom(...units, '\\', '"') });
  // Names without escapes: Node 24 takes {"\\":1} for {"\"":1} where it has parsed such an object just before.
  const names = fc.string({ unit: fc.constantFrom(...units) });
  const values = fc.dictionary(names, fc.oneof(hostile, fc.array(hostile), fc.integer(), fc.constant(null)));
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const sanitized = sanitizeText(value);
      const kept = await row<{ value: unknown }>(ctx, sql`select ${JSON.stringify(sanitized)}::jsonb as value`);
      assert.deepEqual(kept?.value, { ...sanitized });
    }),
    { numRuns: 200, seed: 3003 },
  );
});
