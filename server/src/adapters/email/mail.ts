import type { InboundMedia } from '../../domain/messages/index.ts';

/** A parsed mail, from IMAP bytes or from a provider's JSON. */
export type Mail = {
  vendorId: string;
  date: Date | null;
  from: { address: string; name: string | null } | null;
  replyTo: string | null;
  subject: string | null;
  text: string | null;
  html: string | null;
  inReplyTo: string | null;
  references: string[];
  /** Lowercase names; of a repeated header the first. */
  headers: ReadonlyMap<string, string>;
  attachments: InboundMedia[];
  /** The names by which HTML refers to its images (`cid:`), in the order of the attachments. */
  contentIds: (string | null)[];
};

/** Returns the first header of each name. */
export function headerMap(headers: readonly { name: string; value: string }[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    if (!map.has(key)) map.set(key, value.trim());
  }
  return map;
}

/** Returns a valid date, or null. */
export function dateOf(text: unknown): Date | null {
  const date = new Date(typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}
