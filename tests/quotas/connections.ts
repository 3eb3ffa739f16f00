import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tenant } from './create.ts';
import { readUsage } from './usage.ts';

/** Connections that are opened at once. The last ones cross the limit. With more, Redis may not answer in time, and each process counts alone. */
const AT_ONCE = 250;
/** How many connections over the limit are opened; with the usage requests within the free plan's rate limit. */
const TOO_MANY = 3;
/** Closed connections are released immediately; a lost release ends with its lease after 15 seconds. */
const LOOK_AFTER_MS = [1_000, 4_000, 16_000];

/** Opens more feed connections than the plan allows on two servers, then closes them. */
export async function connectAtOnce(servers: string[], tenant: Tenant, limit: number): Promise<string[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const complaints: string[] = [];
  const answers: IncomingMessage[] = [];
  while (answers.length < limit + TOO_MANY) {
    const left = limit + TOO_MANY - answers.length;
    const count = left < 2 * AT_ONCE ? left : AT_ONCE;
    const opened = Array.from({ length: count }, (_, i) => connect(servers[i % servers.length] as string, tenant.token, agent));
    answers.push(...(await Promise.all(opened)));
  }
  const open = answers.filter(({ statusCode }) => statusCode === 200).length;
  const refused = answers.filter(({ statusCode }) => statusCode === 402).length;
  if (open !== limit || refused !== TOO_MANY)
    complaints.push(`feedConnections: ${open} open, ${refused} refused, limit ${limit}`);
  const { used, limit: shown } = (await readUsage(servers, tenant)).feedConnections ?? {};
  if (used !== open || shown !== limit)
    complaints.push(`feedConnections: usage says ${used} of ${shown}, not ${open} of ${limit}`);
  for (const answer of answers) answer.destroy();
  agent.destroy();
  let left: number | undefined;
  for (const ms of LOOK_AFTER_MS) {
    if (left === 0) break;
    await wait(ms);
    left = (await readUsage(servers, tenant)).feedConnections?.used;
  }
  if (left !== 0) complaints.push(`feedConnections: ${left} count as open after all were closed`);
  return complaints;
}

const connect = (baseUrl: string, token: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${baseUrl}/v3/events`, { headers, agent }, (answer) => {
      answer.on('error', () => undefined).resume();
      resolve(answer);
    });
    sent.on('error', reject);
    sent.end();
  });
