import type { Block } from './pages.ts';

/** What a reader of the SDK's pages has at hand; the pages name it and do not say again where it comes from. */
const GIVEN = `
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Patchbay as Given } from '@patchbay/sdk';

const patchbay = new Given({ token: String(process.env.TOKEN), baseUrl: String(process.env.API) });
const { id } = await patchbay.contacts.create({ firstName: 'Reader' });
const chatId = String((await patchbay.chats.search()).data[0]?.id);
const bytes = new TextEncoder().encode('an offer');
process.env.PATCHBAY_TOKEN = String(process.env.TOKEN);
process.env.WEBHOOK_SECRET = \`whsec_\${Buffer.alloc(32, 7).toString('base64')}\`;
const request = signed('{"id":"e1","event":"contact.created","data":{}}');

function signed(body: string): Request {
  const at = String(Math.floor(Date.now() / 1000));
  const mac = createHmac('sha256', Buffer.alloc(32, 7)).update(\`e1.\${at}.\${body}\`).digest('base64');
  const headers = { 'webhook-id': 'e1', 'webhook-timestamp': at, 'webhook-signature': \`v1,\${mac}\` };
  return new Request('http://127.0.0.1/hook', { method: 'POST', headers, body });
}
`;

/** Following the feed ends with the reader; that it had not ended by then is no failure. */
const FOLLOWED_FOR_MS = 3_000;

export const isOfSdk = ({ page, info }: Block): boolean => info === '[SDK]' || /^(sdk\/README|docs\/guides\/sdk)\.md$/.test(page);

/** A block of the SDK's pages as a program: the reader's variables first, then the block unchanged, against our server. */
export function toProgram({ text }: Block): string {
  const lines = text.replaceAll("'https://patchbay.example.com'", 'String(process.env.API)').split('\n');
  const [imports, rest] = [
    lines.filter((line) => line.startsWith('import ')),
    lines.filter((line) => !line.startsWith('import ')),
  ];
  const ending = /\.follow\(/.test(text) ? `await Promise.race([example(), wait(${FOLLOWED_FOR_MS})]);` : 'await example();';
  return [GIVEN, ...imports, 'async function example(): Promise<unknown> {', ...rest, '}', ending, 'process.exit(0);'].join('\n');
}
