import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Api } from '../channels/api.ts';

const WIDTH = 8;
const PAUSE_MS = 20;
/** Longer than any request takes while containers start beside it. */
const ANSWER_WITHIN_MS = 30_000;

export type Traffic = { stop(): Promise<{ requests: number; failed: number }> };

/** Reads and writes without a pause and without a retry until it is stopped. Every answer above 299 and every lost connection is a failure. */
export function startTraffic({ baseUrl, token }: Api): Traffic {
  let [isRunning, requests, failed] = [true, 0, 0];
  const one = async (lane: number): Promise<void> => {
    const isWrite = requests % 4 === 0;
    const body = isWrite ? { firstName: `Lane ${lane}` } : { pagination: { limit: 5 } };
    const path = isWrite ? '/v3/contacts' : '/v3/contacts/search';
    const fault = await call(`${baseUrl}${path}`, token, body);
    requests++;
    if (fault === undefined) return;
    failed++;
    if (failed <= 10) console.error(`  request failed: ${path}: ${fault}`);
  };
  const lanes = Array.from({ length: WIDTH }, async (_, lane) => {
    for (; isRunning; await wait(PAUSE_MS)) await one(lane);
  });
  return {
    async stop() {
      isRunning = false;
      await Promise.all(lanes);
      return { requests, failed };
    },
  };
}

async function call(url: string, token: string, body: object): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const limits = { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS };
  try {
    const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body), ...limits });
    const text = await answer.body.text();
    return answer.statusCode < 300 ? undefined : `${answer.statusCode} ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}
