import { until } from '../../channels/api.ts';
import type { Environment, Scenario } from '../environment.ts';
import { mailFrom, openMailbox } from '../mailbox.ts';

const MAILS = 6;
const TEXT_BYTES = 1_500_000;
const MOST_LIST_BYTES = 200_000;
const MOST_TEXT_BYTES = 250_000;

/** Long mails from many people: the inbox stays readable, and what was cut from a message is a file with it. */
async function run(environment: Environment): Promise<void> {
  const { baseUrl } = await environment.server();
  const { api, deliver, messageFrom } = await openMailbox(baseUrl, await environment.tenant());
  const text = 'What a long letter. é\r\n'.repeat(TEXT_BYTES / 24);
  for (let i = 0; i < MAILS; i++)
    await deliver(mailFrom(`long-${i}@example.com`, ['Content-Type: text/plain; charset=utf-8'], text));
  const list = () => api.call('POST', '/v3/chats/search', { pagination: { limit: 100 } });
  const { status, body } = await until(list, ({ status, body }) => status !== 200 || body.data.length === MAILS);
  if (status !== 200) throw new Error(`the inbox answered ${status}`);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes > MOST_LIST_BYTES) throw new Error(`a list of ${MAILS} chats has ${bytes} bytes`);
  const { content } = await messageFrom('long-0@example.com');
  if (Buffer.byteLength(content.body) > MOST_TEXT_BYTES)
    throw new Error(`a message has ${Buffer.byteLength(content.body)} bytes`);
  const [file] = content.attachments;
  const kept = await until(
    () => api.get(`/v3/files/${file?.fileId}`),
    ({ status }) => status === 'ready',
  );
  if (kept.sizeBytes < TEXT_BYTES * 0.9) throw new Error(`of ${TEXT_BYTES} bytes ${kept.sizeBytes} are left`);
}

export const scenario: Scenario = { entry: 8, title: 'long texts do not make the inbox unreadable', run };
