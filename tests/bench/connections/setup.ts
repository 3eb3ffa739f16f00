import { readFileSync } from 'node:fs';
import { atEnd } from '../../chaos/endings.ts';
import { type BenchEnvironment, createBenchEnvironment } from '../environment.ts';
import { type MeasuredProcess, startMeasured } from '../measured-process.ts';
import { seedChats } from '../seed-chats.ts';
import type { Tenant } from './clients.ts';
import type { Reader } from './requests.ts';

const CHATS = 1_000;
const TOKENS_AT_ONCE = 8;
/** File descriptors of the API process beside its feeds: database, Redis, NATS, requests. */
const OTHER_DESCRIPTORS = 500;

export type Setup = { api: MeasuredProcess; tenants: Tenant[]; reader: Reader };

/** Starts one API process, and creates tenants with a token per listener, and one tenant that reads chats. */
export async function openSetup(connections: number, listeners: number): Promise<Setup> {
  needDescriptors(connections + OTHER_DESCRIPTORS);
  const environment = await createBenchEnvironment();
  atEnd(environment.close);
  const api = await startMeasured('api', environment.env);
  atEnd(api.stop);
  const tenants: Tenant[] = [];
  for (let left = connections; left > 0; left -= listeners)
    tenants.push(await newTenant(environment, api.url, Math.min(left, listeners)));
  const { ctx, accessToken: token } = await environment.newTenant();
  return { api, tenants, reader: { url: api.url, token, chatIds: await seedChats(environment.url, ctx.tenantId, CHATS) } };
}

/** Each listener has a token of its own, as people have: the server checks every token again while its feed is open. */
async function newTenant(environment: BenchEnvironment, url: string, listeners: number): Promise<Tenant> {
  const { ctx, accessToken } = await environment.newTenant();
  const tokens: string[] = [];
  const issue = async () => {
    while (tokens.length < listeners) {
      tokens.push('');
      const at = tokens.length - 1;
      tokens[at] = await environment.tokenOf(ctx.tenantId);
    }
  };
  await Promise.all(Array.from({ length: TOKENS_AT_ONCE }, issue));
  return { tokens, write: (mark) => createContact(url, accessToken, mark) };
}

async function createContact(url: string, token: string, firstName: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v3/contacts`, { method: 'POST', headers, body: JSON.stringify({ firstName }) });
  if (!answer.ok) throw new Error(`a contact was refused with ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
}

/** Node.js raises its soft limit to the hard limit of its parent. */
function needDescriptors(wanted: number): void {
  const hard = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (hard !== undefined && Number(hard) < wanted)
    throw new Error(`The API process needs ${wanted} file descriptors, the limit is ${hard}. Raise it: ulimit -n ${wanted}`);
}
