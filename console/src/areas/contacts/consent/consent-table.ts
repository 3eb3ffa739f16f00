import type { types } from '@patchbay/sdk';

export type ConsentCell = types.ConsentStates['states'][number];
export type Purpose = ConsentCell['purpose'];
export const purposes: readonly Purpose[] = ['marketing', 'utility', 'service'];

export type ConsentRow = { channel: ConsentCell['channel']; cells: Partial<Record<Purpose, ConsentCell>> };
export type ConsentGroup = { handle: ConsentCell['handle']; rows: ConsentRow[] };

/** Arranges consent states as a table: a group for each address, a row for each channel, a column for each purpose. */
export function consentTable(states: readonly ConsentCell[]): ConsentGroup[] {
  return [...Map.groupBy(states, ({ handle }) => handle.id).values()].flatMap((ofHandle) => {
    const [first] = ofHandle;
    return first ? [{ handle: first.handle, rows: rowsOf(ofHandle) }] : [];
  });
}

const rowsOf = (cells: ConsentCell[]): ConsentRow[] =>
  [...Map.groupBy(cells, ({ channel }) => channel.id).values()].flatMap((ofChannel) => {
    const [first] = ofChannel;
    return first ? [{ channel: first.channel, cells: Object.fromEntries(ofChannel.map((cell) => [cell.purpose, cell])) }] : [];
  });

/** Whether messages of a purpose are sent: without a statement they are; only a withdrawal stops them. */
export const isSendable = ({ state }: Pick<ConsentCell, 'state'>): boolean => state !== 'withdrawn';

/** What a statement covers: one channel, all channels of a type, or all. */
export function scopeOf({
  channelId,
  channelType,
}: Pick<types.Consent, 'channelId' | 'channelType'>): 'channel' | 'type' | 'all' {
  if (channelId !== null) return 'channel';
  return channelType === null ? 'all' : 'type';
}
