import { createHash } from 'node:crypto';
import { isId } from '../../platform/ids.ts';
import { SHOWN_LIMITS } from './limits.ts';
import type { MailAccount } from './settings.ts';

type Sender = MailAccount;

const domainOf = ({ address, messageIdDomain }: Sender): string =>
  messageIdDomain ?? address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The same for every try of a message, so that a mailbox which got it twice shows it once. */
export const messageIdFor = (settings: Sender, messageId: string): string => `<${messageId}@${domainOf(settings)}>`;

/** Our own id, where a Message-ID is one that we made. */
export function ownIdOf(settings: Sender, vendorId: string): string | null {
  const [, id = '', domain = ''] = /^<([^@<>]+)@([^@<>]+)>$/.exec(vendorId) ?? [];
  return isId(id) && domain.toLowerCase() === domainOf(settings).toLowerCase() ? id : null;
}

const MOST_ID_CHARS = 900;

/** The ids of a header such as References, in brackets as the standard has them; of too many the last, which are the nearest. */
export function idsIn(header: string | null | undefined): string[] {
  const ids = (header ?? '').match(/<[^<>\s]+>/g) ?? [];
  return [...new Set(ids)].filter((id) => id.length <= MOST_ID_CHARS).slice(-SHOWN_LIMITS.references);
}

/** The id of a Message-ID header. Some programs forget the brackets. */
export function idIn(header: string | null | undefined): string | null {
  const [inBrackets] = idsIn(header);
  if (inBrackets) return inBrackets;
  const bare = (header ?? '').trim();
  return /^[^<>\s]+$/.test(bare) && bare.length <= MOST_ID_CHARS ? `<${bare}>` : null;
}

/** The Message-ID of a mail as it is stored, or one made of its bytes, which stay the same however often it is read. */
export const vendorIdOf = (raw: Buffer): string => idIn(headerIn(raw, 'message-id')) ?? madeUpId(raw);

export const madeUpId = (content: Buffer | string): string =>
  `<${createHash('sha256').update(content).digest('hex').slice(0, 40)}@no-message-id.invalid>`;

const MOST_HEADER_BYTES = 262_144;

/** The first header of this name, unfolded, read from the bytes without taking the mail apart. */
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
