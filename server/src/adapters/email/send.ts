import type { Outgoing } from '../../domain/messages/index.ts';
import type { SendDeps, SendOutcome } from '../adapter.ts';
import { outcomeOfFault, type SmtpFault } from './classify.ts';
import { compose } from './compose.ts';
import { messageIdFor } from './message-id.ts';
import { type Progress, poolOf } from './pool.ts';
import type { EmailSettings } from './settings.ts';

/** Shorter than the lease of a job: nobody else begins the same mail while this one is still being sent. */
const SEND_WITHIN_MS = 25_000;

export async function send({ http, clock, mode }: SendDeps, settings: EmailSettings, message: Outgoing): Promise<SendOutcome> {
  const mail = compose(settings, message, clock.now());
  if ('kind' in mail) return mail;
  const pool = poolOf(http, mode, settings);
  const progress: Progress = { wasHandedOver: false };
  const late = setTimeout(() => pool.abort(), SEND_WITHIN_MS); // a server that trickles is noticed by no other timeout
  try {
    await pool.send(mail, progress);
    return { kind: 'accepted', vendorId: messageIdFor(settings, message.messageId) };
  } catch (error) {
    return outcomeOfFault(error as SmtpFault, progress.wasHandedOver);
  } finally {
    clearTimeout(late);
  }
}
