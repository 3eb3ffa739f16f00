import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createChannel } from '../../server/src/domain/channels/index.ts';
import { createChat } from '../../server/src/domain/chats/index.ts';
import { newSigningSecret, sign } from '../../server/src/platform/signing.ts';
import type { Behaviour, Bench } from './bench.ts';

const example = (name: string) => fileURLToPath(new URL(`../../sdk/examples/${name}.ts`, import.meta.url));
const ENDS_WITHIN_MS = 120_000;

/** Runs an example and returns its output. An example that does not end is called and then stopped. */
async function run(name: string, env: Record<string, string>, visit?: (address: string) => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, [example(name)], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const late = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  let output = '';
  let visited: Promise<void> | undefined;
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const port = /listening=.*"port":(\d+)/.exec(output)?.[1];
    if (visit && port) visited ??= visit(`http://127.0.0.1:${port}`).finally(() => child.kill('SIGTERM'));
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  await visited;
  if (!visit) assert.equal(code, 0, `${name} ended with ${code}:\n${output.slice(0, 1_500)}`);
  return output;
}

const access = ({ tenant, serverUrl }: Bench) => ({ PATCHBAY_TOKEN: tenant.token, PATCHBAY_URL: serverUrl });

/** Settings of a provider; nothing is sent to it, because no worker runs. */
async function connectedChannel({ tenant, environment }: Bench): Promise<string> {
  const settings = { shown: { phoneNumberId: 'example' }, sealed: environment.deps.secrets.seal('{}', 'nobody opens this') };
  return (await createChannel(tenant.ctx, { type: 'whatsapp', name: 'examples', settings })).id;
}

export const examples: Behaviour[] = [
  {
    name: 'the example that answers open chats',
    async check(bench) {
      const channelId = await connectedChannel(bench);
      const chatWith = async () => createChat(bench.tenant.ctx, { channelId, contactId: (await bench.tenant.contact()).id });
      const [chat, silent] = [await chatWith(), await chatWith()]; // the second contact has not written: outside the window
      await bench.tenant.message(chat.id);
      assert.match(await run('answer-open-chats', access(bench)), /answered=1\n/);
      assert.equal((await bench.direct.messages.search(chat.id)).pagination.total, 2);
      assert.equal((await bench.direct.messages.search(silent.id)).pagination.total, 0);
    },
  },
  {
    name: 'the example that imports contacts, and continues when it is run again',
    async check(bench) {
      assert.match(await run('import-contacts', access(bench)), /created=2 repeated=0 known=0/);
      assert.match(await run('import-contacts', access(bench)), /created=0 repeated=2 known=0/);
      assert.equal((await bench.direct.contacts.search()).pagination.total, 2);
    },
  },
  {
    name: 'the example that sends a file',
    async check(bench) {
      assert.match(await run('send-a-file', access(bench)), /name=offer\.txt text=The offer, in words\./);
    },
  },
  {
    name: 'the example that receives webhooks',
    async check() {
      const secret = newSigningSecret();
      const body = JSON.stringify({ id: 'e1', event: 'contact.created', data: {} });
      const statuses: number[] = [];
      const output = await run(
        'receive-webhooks',
        { WEBHOOK_SECRETS: `${newSigningSecret()},${secret}`, PORT: '0' },
        async (address) => {
          const headers = { ...sign([secret], 'e1', new Date(), body) };
          for (const sent of [body, `${body} `])
            statuses.push((await fetch(address, { method: 'POST', headers, body: sent })).status);
        },
      );
      assert.deepEqual(statuses, [204, 400], output.slice(0, 1_000));
      assert.match(output, /event=contact\.created id=e1/);
    },
  },
];
