import { hexId } from '../ids.ts';
import { inboundMail } from './postmark.ts';

type Returned = { messageId: string; recipient: string; from: string; subject: string; code: number; atMs: number };

/** A delivery status notification (RFC 3464), as it comes in through an inbound webhook. */
export function dsnMail({ messageId, recipient, from, subject, code, atMs }: Returned) {
  const status = code >= 500 ? '5.1.1' : '4.2.2';
  const action = code >= 500 ? 'failed' : 'delayed';
  const reason = `${code} ${status} The mail could not be delivered`;
  const report = [
    'Reporting-MTA: dns; mail.sandbox.test',
    `Arrival-Date: ${new Date(atMs).toUTCString()}`,
    '',
    `Original-Recipient: rfc822;${recipient}`,
    `Final-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reason}`,
    '',
  ].join('\r\n');
  const returned = [`From: ${from}`, `To: ${recipient}`, `Subject: ${subject}`, `Message-ID: ${messageId}`, '', ''].join('\r\n');
  const text = `This is the mail system.\n\nYour message to <${recipient}> could not be delivered:\n\n${reason}\n`;
  const boundary = hexId();
  const headers = {
    'Return-Path': '<>',
    'Auto-Submitted': 'auto-replied',
    'Message-ID': `<${hexId()}@mail.sandbox.test>`,
    'Content-Type': `multipart/report; report-type=delivery-status; boundary="${boundary}"`,
  };
  const mail = {
    from: 'mailer-daemon@mail.sandbox.test',
    name: 'Mail Delivery System',
    to: from,
    atMs,
    id: hexId(),
    subject: 'Undelivered Mail Returned to Sender',
    text,
    html: '',
    headers,
    attachments: [
      { name: 'delivery-status.txt', mimeType: 'message/delivery-status', contentBase64: base64(report) },
      { name: 'headers.txt', mimeType: 'text/rfc822-headers', contentBase64: base64(returned) },
    ],
  };
  return { ...inboundMail(mail), RawEmail: rawOf(mail, boundary, [text, report, returned]) };
}

/** Returns the raw source of the same mail. */
function rawOf(
  mail: { from: string; to: string; subject: string; headers: Record<string, string> },
  boundary: string,
  parts: string[],
) {
  const types = ['text/plain; charset=utf-8', 'message/delivery-status', 'text/rfc822-headers'];
  const head = [`From: ${mail.from}`, `To: ${mail.to}`, `Subject: ${mail.subject}`, 'MIME-Version: 1.0'];
  const more = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
  const body = parts.map((part, i) => `--${boundary}\r\nContent-Type: ${types[i]}\r\n\r\n${part}\r\n`).join('');
  return `${[...head, ...more].join('\r\n')}\r\n\r\n${body}--${boundary}--\r\n`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
