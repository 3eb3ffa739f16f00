import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment, Scenario } from '../environment.ts';

const IN_A_LOOP = 4;
const LISTENERS = 120;
/** The runs that one change of a contact may cause: those that it triggers, and a hundred that these cause. */
const MOST_RUNS = 110;
const QUIET_MS = 1_500;

/** Automations that start one another, and one that starts very many: one change of a contact causes a limited number of runs. */
export const scenario: Scenario = {
  entry: 6,
  title: 'automations that trigger each other end after a limited number of runs',
  async run(environment) {
    const { baseUrl } = await environment.server();
    const tenant = await environment.tenant();
    const call = caller(baseUrl, tenant.token);
    const [loop, wide, contact] = [await tenant.label(), await tenant.label(), await tenant.contact()];
    const again = [
      { id: 'off', type: 'remove_label', labelId: loop.id, next: 'on' },
      { id: 'on', type: 'add_label', labelId: loop.id },
    ];
    for (let i = 0; i < IN_A_LOOP; i++) await publish(call, loop.id, again);
    await call('POST', `/v3/contacts/${contact.id}/labels`, { labels: [{ id: loop.id }] });
    const looped = await countRuns(environment, tenant.id);
    assert.ok(looped >= 1 && looped <= IN_A_LOOP, `${IN_A_LOOP} automations in a loop made ${looped} runs of one change`);
    await publish(call, loop.id, [{ id: 'wide', type: 'add_label', labelId: wide.id }]);
    await Promise.all(Array.from({ length: LISTENERS }, () => publish(call, wide.id, [{ id: 'end', type: 'end' }])));
    await call('POST', `/v3/contacts/${(await tenant.contact()).id}/labels`, { labels: [{ id: loop.id }] });
    const widened = (await countRuns(environment, tenant.id)) - looped;
    assert.ok(widened >= 1 && widened <= MOST_RUNS, `one change caused ${widened} runs`);
  },
};

type Call = ReturnType<typeof caller>;

const caller = (baseUrl: string, token: string) => async (method: string, path: string, body: object) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
  const text = await reply.text();
  assert.ok(reply.ok, `${path} answered ${reply.status} ${text}`);
  return JSON.parse(text) as { data: { id: string } };
};

async function publish(call: Call, labelId: string, steps: object[]): Promise<void> {
  const trigger = { type: 'label_added', parameters: { labelId } };
  const { data } = await call('POST', '/v3/automations', { name: 'Loop', trigger, steps });
  await call('POST', `/v3/automations/${data.id}/publish`, {});
}

/** Counts the runs once their number has not changed for a while. */
async function countRuns({ superuser }: Environment, tenantId: string): Promise<number> {
  let last = -1;
  for (;;) {
    const { rows } = await superuser.query<{ n: number }>('select count(*)::int as n from automation_runs where tenant_id = $1', [
      tenantId,
    ]);
    const n = rows[0]?.n ?? 0;
    if (n === last && n > 0) return n;
    last = n;
    await wait(QUIET_MS);
  }
}
