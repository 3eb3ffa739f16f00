import { until } from '../../channels/api.ts';
import { longestStall } from '../caller.ts';
import type { Environment, Scenario } from '../environment.ts';
import { type Mailbox, mailFrom, openMailbox } from '../mailbox.ts';

/** Far above what a busy machine needs, far below the 10 seconds and more that each of these mails took. */
const MOST_STALL_MS = 3_000;
const ATTACHMENTS = 100;
const PARTS = 3_000;

const times = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i)).join('');

/** Every line is an attribution, and the quote it could begin is far below. */
const quotes = () => mailFrom('quotes@example.com', [], `${times(20_000, () => 'On 1/2 a wrote:\n')}> q\nno quote`);

const REPORT = ['Content-Type: multipart/report; report-type=feedback-report; boundary="b"'];
const report = () =>
  mailFrom(
    'report@example.com',
    REPORT,
    `--b\r\nContent-Type: message/feedback-report\r\n\r\nOriginal-Rcpt-To: ${'a'.repeat(65_000)}\r\n--b--\r\n`,
  );

const links = () =>
  mailFrom(
    'links@example.com',
    ['Content-Type: text/html'],
    times(20_000, () => '<a href="x'),
  );

/** Text and HTML side by side: the parser makes text of the HTML by itself. */
const mixed = () =>
  mailFrom(
    'mixed@example.com',
    ['Content-Type: multipart/mixed; boundary="b"'],
    `--b\r\n\r\nHi\r\n--b\r\nContent-Type: text/html\r\n\r\n${times(20_000, () => '<a href="x')}\r\n--b--\r\n`,
  );

const attachments = (address: string, count: number) =>
  mailFrom(
    address,
    ['Content-Type: multipart/mixed; boundary="b"'],
    `--b\r\n\r\nHi\r\n${times(count, (i) => `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${i}.txt"\r\n\r\nx\r\n`)}--b--\r\n`,
  );

/** One mail costs one parse and one event for its files, and none of them is lost. */
async function fetchesOnce({ api, messageFrom }: Mailbox): Promise<void> {
  const { id } = await messageFrom('attachments@example.com');
  const updates = async () => {
    const events = await api.all('/v3/events/search', 'eq(event,"message.updated")');
    return events.filter((event) => event.data.id === id).length;
  };
  await until(
    async () => (await api.all('/v3/files/search', 'eq(status,"ready")')).length,
    (ready) => ready >= ATTACHMENTS,
  );
  const updated = await until(updates, (count) => count > 0);
  if (updated > 3) throw new Error(`${updated} events of all ${ATTACHMENTS} attachments for one mail`);
}

/** Too many parts: the mail is a file behind a notice. */
async function keepsWhole({ messageFrom }: Mailbox): Promise<void> {
  const { content } = await messageFrom('parts@example.com');
  const names = content.attachments.map((one: { fileName: string }) => one.fileName);
  if (names.length !== 1 || !names[0].endsWith('.eml')) throw new Error(`${names.length} files were made of one mail`);
}

async function run(environment: Environment): Promise<void> {
  const { baseUrl } = await environment.start({}, 'all');
  const mailbox = await openMailbox(baseUrl, await environment.tenant());
  const stalls: Record<string, number> = {};
  for (const [name, mail] of Object.entries({ quotes, report, links, mixed })) {
    const after = `after-${name}@example.com`;
    stalls[name] = await longestStall(baseUrl, async () => {
      await mailbox.deliver(mail());
      await mailbox.deliver(mailFrom(after, [], 'Hello'));
      await mailbox.messageFrom(after);
    });
  }
  for (const name of ['quotes', 'links', 'mixed']) await mailbox.messageFrom(`${name}@example.com`);
  const slow = Object.entries(stalls).filter(([, ms]) => ms > MOST_STALL_MS);
  if (slow.length > 0) throw new Error(`the event loop was blocked: ${slow.map(([name, ms]) => `${name} ${ms} ms`).join(', ')}`);
  await mailbox.deliver(attachments('attachments@example.com', ATTACHMENTS));
  await fetchesOnce(mailbox);
  await mailbox.deliver(attachments('parts@example.com', PARTS));
  await keepsWhole(mailbox);
}

export const scenario: Scenario = { entry: 1, title: 'one mail does not freeze the process', run };
