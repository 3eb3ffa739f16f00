import { callerFor, type Reply } from '../caller.ts';
import type { Scenario } from '../environment.ts';

const CHANNELS = 250;
const EVENTS = 100;
const LONGEST_MS = 45_000;
/** Rows, and ids on them. Without limits one webhook takes 25,000 rows with 250 ids each. */
const MOST_STORED = 10_000;

export const scenario: Scenario = {
  entry: 14,
  title: 'a webhook for many events of many channels',
  async run(environment) {
    const [{ baseUrl }, tenant] = await Promise.all([environment.server(), environment.tenant()]);
    const { post } = callerFor(baseUrl, tenant.token);
    const ids: string[] = [];
    for (let i = 0; i < CHANNELS; i++) ids.push((await tenant.channel('sms')).id);
    const subscribe = (idsOf: (event: number) => string[]) =>
      post('/v3/api_webhooks', {
        url: 'http://127.0.0.1:9/hook',
        events: Array.from({ length: EVENTS }, (_, i) => ({
          type: i % 2 ? 'message.received' : 'chat.created',
          scopes: [{ type: 'channel', ids: idsOf(i) }],
        })),
      });

    // Twenty channels are within the limit; in another order each time, no two lists are equal as they are written.
    check(await subscribe((i) => [...ids.slice(i % 20, 20), ...ids.slice(0, i % 20)]), [201]);
    check(await subscribe(() => ids), [201, 400]);
    check(await subscribe((i) => ids.slice(i)), [201, 400]);
    const { rows } = await environment.superuser.query(
      'select count(*)::int + coalesce(sum(cardinality(channel_ids)), 0)::int as stored from webhook_routes where tenant_id = $1',
      [tenant.id],
    );
    if (rows[0].stored > MOST_STORED) throw new Error(`three webhooks made ${rows[0].stored} rows and ids`);
  },
};

function check({ status, ms, body }: Reply, expected: number[]): void {
  if (!expected.includes(status)) throw new Error(`answered with ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  if (ms > LONGEST_MS) throw new Error(`a webhook took ${Math.round(ms)} ms`);
}
