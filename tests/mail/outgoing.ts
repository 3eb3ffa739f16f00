import type { Outgoing } from '../../server/src/domain/messages/index.ts';
import { systemClock as clock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';

/** A mail as an adapter is given it. */
export const outgoing = (to: string, text: string): Outgoing => ({
  messageId: newId(clock),
  attemptId: newId(clock),
  replyTo: null,
  isAutomatic: false,
  to: { type: 'email', value: to },
  content: { type: 'text', text, subject: 'Test', html: null, attachments: [] },
});
