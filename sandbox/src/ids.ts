import { createHash, randomUUID } from 'node:crypto';

/** Ids do not depend on the seed: a second run must not send ids that the database already has. */
export const hexId = () => randomUUID().replaceAll('-', '');

/** Graph object ids (media, templates) are long numbers. */
export const numericId = () =>
  BigInt(`0x${hexId().slice(0, 13)}`)
    .toString()
    .padStart(16, '1');

export const wamid = () => `wamid.${Buffer.from(`HB${hexId()}`, 'latin1').toString('base64')}`;
export const igMid = () => `aWdf${Buffer.from(hexId(), 'latin1').toString('base64url')}`;
export const fbTraceId = () => `A${hexId().slice(0, 22)}`;

/** The business-scoped user id of a person: always the same for one person and one account. */
export function userIdOf(accountId: string, person: string): string {
  const hash = createHash('sha256').update(`${accountId}:${person}`).digest('hex').slice(0, 16);
  return `US.${BigInt(`0x${hash}`).toString().padStart(20, '1')}`;
}

/** Normalises an address: "+1 650 555-1234" and "16505551234" are the same person. */
export function addressKey(address: string): string {
  const trimmed = address.trim();
  if (trimmed.includes('@')) return trimmed.toLowerCase();
  return /^[+\d][\d\s().-]*$/.test(trimmed) ? trimmed.replaceAll(/\D/g, '') : trimmed;
}
