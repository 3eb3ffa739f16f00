import { send } from '../security/client.ts';
import type { Json } from './api.ts';

/** The contact's side of a channel, and the controls of the simulated provider. */
export type Phone = ReturnType<typeof createPhone>;

const MOST_FLUSHES = 18;

export type Send = {
  vendorId: string | null;
  to: string;
  at: string;
  body: Json;
  idempotencyKey: string | null;
  ownId: string | null;
  accepted: boolean;
  errorCode: number | null;
};

export function createPhone(sandboxUrl: string, accountId: string) {
  const ask = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send(sandboxUrl, { method, path: `/_sandbox/accounts/${accountId}${path}`, body });
    if (answer.status >= 300) throw new Error(`the sandbox answered ${answer.status}: ${answer.text}`);
    return answer.text ? JSON.parse(answer.text) : null;
  };
  return {
    accountId,
    ask,
    account: (): Promise<Json> => ask('GET', ''),
    /** Sends a message and returns its vendor id. */
    write: async (message: Record<string, unknown>): Promise<string> => (await ask('POST', '/phone', message)).vendorId,
    emit: (updates: Record<string, unknown>[]): Promise<{ vendorIds: string[] }> => ask('POST', '/emit', { updates }),
    turn: (knobs: Record<string, unknown>): Promise<Json> => ask('PUT', '/knobs', knobs),
    sent: async (): Promise<Send[]> => (await ask('GET', '/sent?limit=10000')).sends,
    summary: (): Promise<Json> => ask('GET', '/sent/summary'),
    /** Waits until every callback was posted. */
    async flush(): Promise<void> {
      for (let tries = 0; tries < MOST_FLUSHES; tries++) if ((await ask('POST', '/flush', {})).idle) return;
      throw new Error('the sandbox still has callbacks to post');
    },
    callbacks: (): Promise<Json> => ask('GET', '/callbacks'),
  };
}
