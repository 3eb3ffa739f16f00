import type { RecipientOutcome, RecipientState } from '../recipients/index.ts';
import type { Tracked } from './messages.store.ts';
import type { SendState } from './status.ts';

const stateOf: Record<SendState, RecipientState> = {
  queued: 'queued',
  sending: 'queued',
  accepted: 'sent',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
};

/** Returns the outcomes of campaign messages for their recipients. */
export const notesOf = (messages: Tracked[]): RecipientOutcome[] =>
  messages.flatMap(({ id, recipientId, sendState, status, errors: [error] }) => {
    if (recipientId === null || sendState === null) return [];
    const state = stateOf[sendState];
    const receipt = status === 'delivered' || status === 'read' ? status : null;
    return [{ recipientId, messageId: id, state, receipt, error: state === 'sent' ? null : (error ?? null) }];
  });
