import assert from 'node:assert/strict';
import { send } from '../../security/client.ts';
import type { Scenario } from '../environment.ts';

/** Far more labels than any plan but the largest allows. */
const SEEDED = 10_000;
/** Fewer than the free plan's requests per minute. */
const CREATES = 6;

/** A tenant of the free plan has created thousands of labels and continues. `npm run test:quotas` fills every quota of every plan. */
export const scenario: Scenario = {
  entry: 16,
  title: 'what a tenant of the free plan can create is limited, and usage shows the limit',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const { token, id } = await environment.tenant({ plan: 'free' });
    await environment.superuser.query(
      `insert into labels (tenant_id, id, name, color, created_at, updated_at)
       select $1, gen_random_uuid(), 'seeded ' || i, '#000000', now(), now() from generate_series(1, $2::int) i`,
      [id, SEEDED],
    );
    const create = (i: number) => send(baseUrl, { method: 'POST', path: '/v3/labels', token, body: { name: `label ${i}` } });
    const answers = await Promise.all(Array.from({ length: CREATES }, (_, i) => create(i)));
    const made = answers.filter(({ status }) => status === 201).length;
    assert.equal(made, 0, `${made} more labels were created on the free plan, which had ${SEEDED} already`);
    for (const { text } of answers) assert.match(text, /"quota_exceeded".*plan free has room for \d+ labels/);
    const usage = await send(baseUrl, { method: 'GET', path: '/v3/usage', token });
    const { used, limit } = JSON.parse(usage.text).data.quotas.labels;
    assert.deepEqual([used, limit < SEEDED], [SEEDED, true]);
  },
};
