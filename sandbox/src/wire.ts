import type { Account, Environment } from './environment.ts';

/** A request between the business and the provider: a send, or a callback. */
export type WireEntry = {
  at: string;
  kind: 'send' | 'callback';
  /** `message`, or the status that a callback reports. */
  what: string;
  outcome: 'accepted' | 'refused' | 'repeated' | 'no_answer' | 'connection_cut' | 'answered' | 'not_answered';
  errorCode: number | null;
  /** How long the sandbox took to answer a send, or waited for the answer to a callback. */
  tookMs: number;
  /** The same callback again: a duplicate, or a retry after an attempt that was not answered with 2xx. */
  isRepeat: boolean;
  address: string | null;
  vendorId: string | null;
};

type Note = Pick<WireEntry, 'kind' | 'what' | 'outcome'> & Partial<WireEntry> & { startedAt: number };

const MOST_ENTRIES = 50;

/** Writes an entry to the account's log of the wire, which holds the latest ones. */
export function noteOnWire(
  environment: Pick<Environment, 'clock'>,
  { wire }: Pick<Account, 'wire'>,
  { startedAt, ...note }: Note,
): void {
  const tookMs = Math.round(performance.now() - startedAt);
  const at = new Date(environment.clock.now()).toISOString();
  wire.push({ at, errorCode: null, isRepeat: false, address: null, vendorId: null, tookMs, ...note });
  if (wire.length > MOST_ENTRIES) wire.shift();
}
