import { getChannel } from '../../../server/src/domain/channels/index.ts';
import { receive } from '../../../server/src/domain/messages/index.ts';
import { inTransaction } from '../../../server/src/storage/context.ts';
import type { TestTenant } from '../../../server/src/test-kit/tenant.ts';
import type { Environment, Scenario } from '../environment.ts';
import { type Mailbox, mailFrom, openMailbox } from '../mailbox.ts';

type Report = { about: string; recipient: string; headers?: string[] };

const original = ({ about, recipient }: Report) =>
  `--b\r\nContent-Type: message/rfc822\r\n\r\nFrom: help@shop.example\r\nTo: ${recipient}\r\nMessage-ID: ${about}\r\n\r\nHello\r\n--b--\r\n`;

let reports = 0;
const reportMail = (type: string, part: string, report: Report) =>
  mailFrom(
    `mallory-${reports++}@example.net`,
    [`Content-Type: multipart/report; report-type=${type}; boundary="b"`, ...(report.headers ?? [])],
    `--b\r\n\r\nA report\r\n${part}${original(report)}`,
  );

const complaint = (report: Report) =>
  reportMail(
    'feedback-report',
    `--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nOriginal-Rcpt-To: <${report.recipient}>\r\n\r\n`,
    report,
  );

const bounce = (report: Report) =>
  reportMail(
    'delivery-status',
    `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; ${report.recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n`,
    report,
  );

/** A message of ours to this address, as the ledger has it after a send. */
async function sentTo({ ctx }: TestTenant, channelId: string, address: string, vendorId: string): Promise<void> {
  const content = { type: 'text' as const, text: 'Hello', media: [], details: null, replyTo: null };
  const echo = { kind: 'echo' as const, vendorId, at: new Date(), to: { type: 'email' as const, value: address }, content };
  await inTransaction(ctx, async (ctx) => receive(ctx, await getChannel(ctx, channelId), [echo]));
}

const ADA = { address: 'ada@example.com', vendorId: '<0190a000-0000-7000-8000-00000000000a@shop.example>' };
const BOB = { address: 'bob@example.com', vendorId: '<0190a000-0000-7000-8000-00000000000b@shop.example>' };
const FAILED = ['Authentication-Results: mx.shop.example; spf=fail smtp.mailfrom=isp.example; dkim=none; dmarc=fail'];

async function run(environment: Environment): Promise<void> {
  const { baseUrl } = await environment.server();
  const tenant = await environment.tenant();
  const mailbox = await openMailbox(baseUrl, tenant);
  for (const { address, vendorId } of [ADA, BOB]) await sentTo(tenant, mailbox.channelId, address, vendorId);
  const forged = {
    'a complaint about a mail that was never sent': complaint({ about: '<made-up@shop.example>', recipient: ADA.address }),
    'a complaint about a mail to another address': complaint({ about: BOB.vendorId, recipient: ADA.address }),
    'a complaint that fails authentication': complaint({ about: ADA.vendorId, recipient: ADA.address, headers: FAILED }),
    'a bounce of a mail to another address': bounce({ about: ADA.vendorId, recipient: 'mallory@example.net' }),
    'a bounce that fails authentication': bounce({ about: ADA.vendorId, recipient: ADA.address, headers: FAILED }),
  };
  for (const [what, mail] of Object.entries(forged)) {
    await mailbox.deliver(mail);
    const { isSubscribed, status } = await stateOf(mailbox);
    if (!isSubscribed || status === 'failed') throw new Error(`${what} counted: subscribed ${isSubscribed}, message ${status}`);
  }
  await mailbox.deliver(bounce({ about: ADA.vendorId, recipient: ADA.address }));
  await mailbox.deliver(complaint({ about: ADA.vendorId, recipient: ADA.address }));
  const { isSubscribed, status } = await stateOf(mailbox);
  if (isSubscribed || status !== 'failed')
    throw new Error(`true reports do not count: subscribed ${isSubscribed}, message ${status}`);
}

let markers = 0;
/** Read after a mail that came later: a channel's mails are read in order. */
async function stateOf({ api, deliver, messageFrom }: Mailbox) {
  const marker = `marker-${markers++}@example.com`;
  await deliver(mailFrom(marker, [], 'Hello'));
  await messageFrom(marker);
  const message = await messageFrom(ADA.address);
  const contact = await api.get(`/v3/contacts/${message.contact.id}`);
  return { isSubscribed: contact.isSubscribed as boolean, status: message.status as string };
}

export const scenario: Scenario = { entry: 12, title: 'forged reports change nothing', run };
