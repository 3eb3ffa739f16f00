import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openFeed } from '../test-kit/feed.ts';
import { given } from '../test-kit/given.ts';
import { freePort } from '../test-kit/ports.ts';
import { until } from '../test-kit/until.ts';

test('GET /v3/events?live=true 200: the steps of a run, and the attempts of deliveries; neither is stored', async () => {
  const here = await given();
  const port = await freePort();
  const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(port, '127.0.0.1');
  const feed = await openFeed(here.baseUrl, here.tenant.token, '?live=true');
  const plain = await openFeed(here.baseUrl, here.tenant.token);
  try {
    const steps = [
      { id: 'wait', type: 'wait', seconds: 1, next: 'stop' },
      { id: 'stop', type: 'end' },
    ];
    const definition = { name: 'Greet', trigger: { type: 'api' }, steps };
    const { id } = (await here.post('/v3/automations', definition)).body.data;
    assert.equal((await here.post(`/v3/automations/${id}/publish`, {})).status, 200);
    const hook = await here.post('/v3/api_webhooks', { url: `http://127.0.0.1:${port}/`, events: [{}] });
    const { id: contactId } = await here.tenant.contact();
    const started = await here.post(`/v3/automations/${id}/trigger`, { contactId });
    assert.ok(started.status < 300, started.text);
    const stepped = (exit: string) =>
      until(() => feed.frames.find(({ event, data }) => event === 'automation.run_stepped' && data.data.exit === exit));
    const waiting = (await stepped('waiting')).data.data;
    assert.deepEqual([waiting.automationId, waiting.stepId, waiting.status], [id, 'wait', 'waiting']);
    assert.equal((await stepped('ended')).data.data.status, 'completed');
    const delivered = await until(() => feed.frames.find(({ event }) => event === 'delivery.updated'));
    assert.equal(delivered.id, undefined);
    assert.deepEqual([delivered.data.data.webhookId, delivered.data.data.status], [hook.body.data.id, 'succeeded']);
    assert.ok(!plain.frames.some(({ event }) => event === 'automation.run_stepped' || event === 'delivery.updated'));
    const stored = await here.post('/v3/events/search', { query: 'eq(event,"automation.run_stepped")' });
    assert.deepEqual(stored.body.data, []);
  } finally {
    feed.close();
    plain.close();
    receiver.close();
    receiver.closeAllConnections();
  }
});
