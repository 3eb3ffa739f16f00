import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../security/client.ts';
import type { Scene } from './scene.ts';

const EVERY_MS = 250;

/** Reads, sends and receives messages all the time, as in any installation. What fails during a fault is not repeated. */
export function startTraffic({ api, contactId, line }: Scene): { stop(): Promise<void> } {
  let stopping = false;
  const call = (method: string, path: string, body?: object) =>
    send(api.baseUrl, { method, path, token: api.token, body }).catch(() => undefined);
  const running = (async () => {
    for (let n = 0; !stopping; n++) {
      await wait(EVERY_MS);
      const body = { contactId, channelId: line.channelId, text: `Message ${n}`, purpose: 'service' };
      void call('GET', `/v3/contacts/${contactId}`);
      void call('POST', '/v3/messages', body);
      if (n % 4 === 0) void line.phone.write({ from: '+16505550101', text: `Answer ${n}` }).catch(() => undefined);
      if (n % 4 === 0) void call('POST', '/v3/contacts/search', {});
    }
  })();
  return {
    async stop() {
      stopping = true;
      await running;
    },
  };
}
