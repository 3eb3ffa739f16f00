/** What a mail must become. Only what is named is compared; a `details` key that is not named may be anything. */
export type Expected =
  | {
      kind: 'message';
      text: string | null;
      subject?: string | null;
      from?: string;
      name?: string | null;
      type?: string;
      isAutomatic?: boolean;
      preference?: 'stop' | null;
      /** Name, type and content of every attachment, in order. */
      media?: { fileName: string | null; mimeType: string; content?: string }[];
      /** Whether a quotation was left out. */
      isQuoteCut?: boolean;
      cleanHtml?: string | null;
      contentIds?: (string | null)[];
      replyTo?: string | null;
    }
  | {
      kind: 'status';
      status: 'failed' | 'delivered';
      vendorId: string;
      key?: string;
      code?: string | null;
      recipients?: string[];
    }
  | { kind: 'preference'; of: string }
  | { kind: 'ignored'; what: RegExp };

/** A mail as an IMAP server gives it, or a provider's JSON, and what must become of it. */
export type MailCase = { name: string; raw: Buffer; language?: string; contentType?: string; expected: Expected };

export const OWN = 'help@shop.example';
export const SENT_ID = '<0190a000-0000-7000-8000-000000000001@shop.example>';
export const RECEIVED_AT = new Date('2026-11-15T12:00:00Z');

type Headers = Record<string, string>;

let counter = 0;

/** Joins header and body. `From`, `Message-ID` and `Date` are filled in unless they are given; an empty one is left out. */
export function mail(headers: Headers, body: string | Buffer): Buffer {
  const all: Headers = {
    From: 'Ada Lovelace <ada@example.com>',
    To: `Shop <${OWN}>`,
    Subject: 'Order 1815',
    'Message-ID': `<case-${++counter}@mail.example.com>`,
    Date: 'Sun, 15 Nov 2026 11:58:00 +0000',
    'MIME-Version': '1.0',
    ...headers,
  };
  const head = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  const bytes = typeof body === 'string' ? Buffer.from(body.replace(/\r?\n/g, '\r\n')) : body;
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

export const part = (headers: Headers, body: string): string =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body}`;

/** A body of several parts; each part begins with its own headers. */
export const multipart = (boundary: string, parts: string[]): string =>
  `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`;

export const base64 = (text: string | Buffer): string =>
  (
    Buffer.from(text as string)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');

/** Quoted-printable with soft line breaks, as mail programs fold it. */
export function quotedPrintable(text: string): string {
  const encodeLine = (line: string) => {
    const signs = [...Buffer.from(line)].map((byte) =>
      (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 ? String.fromCharCode(byte) : `=${hex(byte)}`,
    );
    const folded: string[] = [''];
    for (const sign of signs) {
      const last = folded.at(-1) ?? '';
      if (last.length + sign.length > 73) folded.push(sign);
      else folded[folded.length - 1] = last + sign;
    }
    return folded.join('=\r\n').replace(/ $/, '=20');
  };
  return text.split(/\r?\n/).map(encodeLine).join('\r\n');
}

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

export const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
export const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
export const in64 = (headers: Headers): Headers => ({ ...headers, 'Content-Transfer-Encoding': 'base64' });
export const inQp = (headers: Headers): Headers => ({ ...headers, 'Content-Transfer-Encoding': 'quoted-printable' });

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
