import { callerFor, type Reply } from '../caller.ts';
import type { Scenario } from '../environment.ts';

const CHANNELS = 250;
const EVENTS = 100;
const LONGEST_MS = 10_000;

export const scenario: Scenario = {
  entry: 14,
  title: 'a webhook for many events of many channels',
  async run(environment) {
    const [{ baseUrl }, tenant] = await Promise.all([environment.server(), environment.tenant()]);
    const { post } = callerFor(baseUrl, tenant.token);
    const ids: string[] = [];
    for (let i = 0; i < CHANNELS; i++) ids.push((await tenant.channel('sms')).id);
    const subscribe = (events: unknown[]) => post('/v3/api_webhooks', { url: 'http://127.0.0.1:9/hook', events });

    // The same channels in another order each time: no two lists are equal as they are written.
    const rotated = (by: number) => [...ids.slice(by), ...ids.slice(0, by)];
    const event = (i: number) => ({ type: 'message.received', scopes: [{ type: 'channel', ids: rotated(i) }] });
    const same = await subscribe(Array.from({ length: EVENTS }, (_, i) => event(i)));
    const lists = (i: number) => ({ scopes: [{ type: 'channel', ids: ids.slice(i) }] });
    const different = await subscribe(Array.from({ length: EVENTS }, (_, i) => lists(i)));
    for (const answer of [same, different]) check(answer);
    const { rows } = await environment.superuser.query(
      `select (select count(*)::int from webhook_routes where tenant_id = $1)
            + (select coalesce(sum(cardinality(channel_ids)), 0)::int from webhook_routes where tenant_id = $1) as stored`,
      [tenant.id],
    );
    if (rows[0].stored > 10 * (EVENTS + CHANNELS)) throw new Error(`two webhooks made ${rows[0].stored} rows and ids`);
  },
};

function check({ status, ms }: Reply): void {
  if (status !== 201 && status !== 400) throw new Error(`answered with ${status}`);
  if (ms > LONGEST_MS) throw new Error(`a webhook took ${Math.round(ms)} ms`);
}
