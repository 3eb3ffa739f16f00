import { createHash } from 'node:crypto';
import { isId } from '../../platform/ids.ts';
import { SHOWN_LIMITS } from './limits.ts';
import type { MailAccount } from './settings.ts';

/** The metadata key under which Postmark returns our message id. */
export const METADATA_KEY = 'message-id';

type Sender = MailAccount;

const domainOf = ({ address, messageIdDomain }: Sender): string =>
  messageIdDomain ?? address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Returns the same id for every attempt, so that a mailbox shows a duplicate once. */
export const messageIdFor = (settings: Sender, messageId: string): string => `<${messageId}@${domainOf(settings)}>`;

/** Returns our message id from a Message-ID that we made, or null. */
export function ownIdOf(settings: Sender, vendorId: string): string | null {
  const [, id = '', domain = ''] = /^<([^@<>]+)@([^@<>]+)>$/.exec(vendorId) ?? [];
  return isId(id) && domain.toLowerCase() === domainOf(settings).toLowerCase() ? id : null;
}

const MOST_ID_CHARS = 900;

/** Returns the ids of a header such as References, with brackets. Of too many, the last ones. */
export function idsIn(header: string | null | undefined): string[] {
  const ids = (header ?? '').match(/<[^<>\s]+>/g) ?? [];
  return [...new Set(ids)].filter((id) => id.length <= MOST_ID_CHARS).slice(-SHOWN_LIMITS.references);
}

/** Returns the id of a Message-ID header, with or without brackets. */
export function idIn(header: string | null | undefined): string | null {
  const [inBrackets] = idsIn(header);
  if (inBrackets) return inBrackets;
  const bare = (header ?? '').trim();
  return /^[^<>\s]+$/.test(bare) && bare.length <= MOST_ID_CHARS ? `<${bare}>` : null;
}

/** Returns the Message-ID of a mail, or a hash of its bytes: the same at every read. */
export const vendorIdOf = (raw: Buffer): string => idIn(headerIn(raw, 'message-id')) ?? madeUpId(raw);

export const madeUpId = (content: Buffer | string): string =>
  `<${createHash('sha256').update(content).digest('hex').slice(0, 40)}@no-message-id.invalid>`;

const MOST_HEADER_BYTES = 262_144;

/** Returns the first header of this name, unfolded, without parsing the mail. */
export function headerIn(raw: Buffer, name: string): string | null {
  const top = raw.subarray(0, MOST_HEADER_BYTES).toString('latin1');
  const end = /\r?\n\r?\n/.exec(top)?.index ?? top.length;
  const lines = top
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const prefix = `${name.toLowerCase()}:`;
  return (
    lines
      .find((line) => line.toLowerCase().startsWith(prefix))
      ?.slice(prefix.length)
      .trim() ?? null
  );
}
