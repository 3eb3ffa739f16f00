import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, type Check, checkOwn } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { tenantOf, uniqueUrl } from '../fixtures.ts';
import type { OwnServers, Plan } from '../own-servers.ts';
import { until } from '../until.ts';

/** A plan is remembered for five seconds at most. */
const SEEN_AFTER_MS = 5_500;
const steps = [{ id: 'rest', type: 'wait', seconds: 86_400 }];

type Moved = { api: Api; token: { token: string }; own: OwnServers; back(): Promise<void>; things: Json };

/** Makes something on one plan, moves the tenant to a smaller one, and asks a question there. */
const after = (
  [from, to]: [Plan, Plan],
  sentence: string,
  make: (own: OwnServers, options: { token: string }) => Promise<Json>,
  ask: (moved: Moved) => Promise<void>,
): Check =>
  checkOwn(`After ${from} → ${to}: ${sentence}`, async (own) => {
    const { token, moveTo } = await own.tenantOn(from);
    const things = await make(own, { token });
    const move = async (plan: Plan) => {
      await moveTo(plan);
      await wait(SEEN_AFTER_MS);
    };
    await move(to);
    await ask({ api: own.current, token: { token }, own, back: () => move(from), things });
  });

const tooPoor = (reply: Reply) => failed(reply, 402, 'insufficient_billing_plan');

const webhook = async ({ current, receiver }: OwnServers, options: { token: string }): Promise<Json> => {
  const inbox = receiver.inbox();
  const body = { url: inbox.url, events: [{ type: 'contact.created' }] };
  return { inbox, ...succeeded(await current.post('/v3/api_webhooks', body, options), 201) };
};

const automation = async ({ current }: OwnServers, options: { token: string }): Promise<Json> => {
  const made = succeeded(await current.post('/v3/automations', { name: 'x', trigger: { type: 'api' }, steps }, options), 201);
  return succeeded(await current.post(`/v3/automations/${made.id}/publish`, {}, options));
};

const campaign = async ({ current }: OwnServers, options: { token: string }): Promise<Json> => {
  const channel = succeeded(await current.post('/v3/channels', { type: 'sms', name: 'x' }, options), 201);
  const body = { channelId: channel.id, name: 'x', content: { text: 'Hello' } };
  return succeeded(await current.post('/v3/campaigns', body, options), 201);
};

export const planChanges: Chapter = {
  title: 'Plans that become smaller and larger',
  checks: [
    after(
      ['hobby', 'free'],
      'a webhook is shown as suspended, and cannot be changed',
      webhook,
      async ({ api, token, things }) => {
        const path = `/v3/api_webhooks/${things.id}`;
        const shown = succeeded(await api.get(path, token));
        assert.deepEqual([shown.isSuspended, shown.status, things.isSuspended], [true, 'active', false]);
        const [found] = succeeded(await api.post('/v3/api_webhooks/search', {}, token));
        assert.equal(found.isSuspended, true);
        tooPoor(await api.put(path, { url: uniqueUrl() }, token));
        tooPoor(await api.put(path, { status: 'active' }, token));
      },
    ),
    after(['hobby', 'free'], 'a webhook can be paused and deleted', webhook, async ({ api, token, things }) => {
      const path = `/v3/api_webhooks/${things.id}`;
      assert.equal(succeeded(await api.put(path, { status: 'paused' }, token)).status, 'paused');
      assert.deepEqual(succeeded(await api.del(path, token)).deletedIds, [things.id]);
    }),
    after(
      ['hobby', 'free'],
      'a v2 webhook can be switched off and deleted',
      async ({ current }, options) => {
        const body = { tenantId: tenantOf(options.token), type: 'SMS_MESSAGE_RECEIVED', url: uniqueUrl() };
        return succeeded(await current.post('/v2/api_webhooks', body, options));
      },
      async ({ api, token, things }) => {
        const path = `/v2/api_webhooks/${things.id}`;
        tooPoor(await api.put(path, { isActive: true }, token));
        assert.equal(succeeded(await api.put(path, { isActive: false }, token)).isActive, false);
        assert.deepEqual(succeeded(await api.del(path, token)).deletedIds, [things.id]);
      },
    ),
    after(['hobby', 'free'], 'nothing is delivered; after an upgrade deliveries go on', webhook, async (moved) => {
      const { api, token, things, back } = moved;
      const silent = succeeded(await api.post('/v3/contacts', { firstName: 'Silent', email: 'a@example.test' }, token), 201);
      await wait(SEEN_AFTER_MS); // the event is handled while the plan is small
      await back();
      const heard = succeeded(await api.post('/v3/contacts', { firstName: 'Heard', email: 'b@example.test' }, token), 201);
      const { body } = await things.inbox.first('a delivery', () => true);
      assert.equal(body.data.id, heard.id, `the first delivery is about ${body.data.firstName}, not of ${silent.id}`);
    }),
    after(['pro', 'hobby'], 'an automation is suspended; it can be paused, archived and deleted', automation, async (moved) => {
      const { api, token, things } = moved;
      const path = `/v3/automations/${things.id}`;
      const { isSuspended, status } = succeeded(await api.get(path, token));
      assert.deepEqual([isSuspended, status, things.isSuspended], [true, 'active', false]);
      tooPoor(await api.post(`${path}/publish`, {}, token));
      assert.equal(succeeded(await api.post(`${path}/pause`, undefined, token)).status, 'paused');
      assert.equal(succeeded(await api.post(`${path}/archive`, undefined, token)).status, 'archived');
      assert.deepEqual(succeeded(await api.del(path, token)).deletedIds, [things.id]);
    }),
    after(
      ['pro', 'hobby'],
      'a run can be cancelled',
      async (own, options) => {
        const { id } = await automation(own, options);
        const person = succeeded(
          await own.current.post('/v3/contacts', { firstName: 'Ada', email: 'a@example.test' }, options),
          201,
        );
        await own.current.post(`/v3/automations/${id}/trigger`, { contactId: person.id }, options);
        const read = async () => succeeded(await own.current.post('/v3/automation_runs/search', {}, options))[0];
        return until('a run that waits', read, (run) => run?.status === 'waiting');
      },
      async ({ api, token, things }) => {
        const run = succeeded(await api.post(`/v3/automation_runs/${things.id}/cancel`, undefined, token));
        assert.equal(run.status, 'cancelled');
      },
    ),
    after(['pro', 'free'], 'a campaign is suspended; it can be read, cancelled and deleted', campaign, async (moved) => {
      const { api, token, things } = moved;
      const path = `/v3/campaigns/${things.id}`;
      assert.deepEqual([succeeded(await api.get(path, token)).isSuspended, things.isSuspended], [true, false]);
      tooPoor(await api.post(`${path}/start`, undefined, token));
      assert.notEqual((await api.post(`${path}/cancel`, undefined, token)).status, 402);
      assert.deepEqual(succeeded(await api.del(path, token)).deletedIds, [things.id]);
    }),
  ],
};
