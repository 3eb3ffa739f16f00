import { type QuotaName, quotaNames, quotaOf } from '../../server/src/domain/quotas/index.ts';
import { type Plan, planNames } from '../../server/src/domain/tenants/index.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import type { Answer } from '../security/client.ts';
import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { connectAtOnce } from './connections.ts';
import { createAtOnce } from './create.ts';
import { recount } from './recount.ts';
import { type Stored, seed } from './seed.ts';
import { type QuotasShown, readUsage } from './usage.ts';

/**
 * Every countable thing on every plan: a tenant is filled by SQL until a few slots are left, then more creations come at once
 * than there are slots, to two servers. None may exceed the limit, all slots must be used, and GET /v3/usage must agree with
 * a recount by SQL.
 */
const SLOTS_LEFT = 2;
/** With the reading of usage no more requests than the free plan has in a minute. */
const CREATES = 7;

await main(async () => {
  const complaints = await inEnvironment(async (environment) => {
    const servers = [await environment.start(), await environment.start()].map(({ baseUrl }) => baseUrl);
    const complaints: string[] = [];
    for (const thing of quotaNames)
      for (const plan of planNames)
        complaints.push(...(await check(environment, servers, thing, plan)).map((one) => `${plan} ${one}`));
    return complaints;
  });
  for (const complaint of complaints) console.error(complaint);
  printFigures({ quotas: quotaNames.length * planNames.length, exceeded: complaints.length });
  return complaints.length === 0;
});

async function check(environment: Environment, servers: string[], thing: QuotaName, plan: Plan): Promise<string[]> {
  const tenant = await createTestTenant(environment.deps, { plan });
  const limit = quotaOf(thing, plan);
  if (thing === 'feedConnections') return connectAtOnce(servers, tenant, limit);
  const slots = Math.min(SLOTS_LEFT, limit);
  const onlyCounted = limit === 0 ? 0 : await seed(environment, tenant.id, thing, limit, slots);
  const answers = await createAtOnce(servers, tenant, thing, CREATES);
  const counted = await recount(environment, tenant.id);
  counted.files += onlyCounted;
  return verify(counted, await readUsage(servers, tenant), { thing, limit, slots, answers });
}

type Tried = { thing: Stored; limit: number; slots: number; answers: Answer[] };

function verify(counted: Record<Stored, number>, usage: QuotasShown, { thing, limit, slots, answers }: Tried): string[] {
  const complaints: string[] = [];
  const made = answers.filter(({ status }) => status === 201).length;
  if (made !== slots) complaints.push(`${thing}: ${made} created where ${slots} slots were left`);
  // A plan without the feature says so before any quota is asked.
  const refusal =
    limit === 0 ? /"(quota_exceeded|insufficient_billing_plan)"/ : new RegExp(`"quota_exceeded".*has room for ${limit} `);
  for (const { status, text } of answers)
    if (status !== 201 && (status !== 402 || !refusal.test(text))) complaints.push(`${thing}: ${status} ${text}`);
  if (counted[thing] > limit) complaints.push(`${thing}: ${counted[thing]} exist, and the limit is ${limit}`);
  for (const [name, used] of Object.entries(counted))
    if (usage[name]?.used !== used) complaints.push(`${thing}: usage says ${usage[name]?.used} ${name}, a recount ${used}`);
  if (usage[thing]?.limit !== limit) complaints.push(`${thing}: usage says the limit is ${usage[thing]?.limit}, not ${limit}`);
  return complaints;
}
