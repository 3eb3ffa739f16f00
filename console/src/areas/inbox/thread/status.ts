import type { types } from '@patchbay/sdk';

export type StatusKey =
  | 'scheduled'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'unknown'
  | 'cancelled'
  | 'deleted';

type Status = Pick<types.FullMessage, 'status' | 'sendState'>;

/** Returns the status of an outbound message. `unknown` stays what it is: the provider was called and did not answer. */
export function statusOf({ status, sendState }: Status): StatusKey {
  if (sendState === 'cancelled') return 'cancelled';
  if (sendState === 'unknown' && status !== 'delivered' && status !== 'read') return 'unknown';
  if (status === 'pending') return sendState === 'sending' ? 'sending' : 'queued';
  return status;
}

/** The ways to repair a message, the best one first. */
export type Repair = 'resend' | 'template' | 'edit' | 'check';

const REPAIRS: Record<string, readonly Repair[]> = {
  outside_messaging_window: ['template'],
  template_problem: ['template'],
  contact_unsubscribed: [],
  invalid_message: ['edit'],
  media_problem: ['resend', 'edit'],
};

/** Returns what can be done about a message that was not sent, or of which nobody knows. */
export function repairsOf(message: Pick<types.FullMessage, 'status' | 'sendState' | 'errors' | 'type'>): readonly Repair[] {
  const status = statusOf(message);
  if (status === 'unknown') return ['check', 'resend'];
  if (status !== 'failed') return [];
  return REPAIRS[message.errors[0]?.key ?? ''] ?? ['resend', 'edit'];
}

/** Returns a body that sends the content of a message again; null where that is not possible. */
export function resendBody({ type, content }: Pick<types.FullMessage, 'type' | 'content'>): types.SendMessageBody | null {
  const details = content.details ?? {};
  const text = content.body ?? '';
  const media = content.attachments.map(({ fileId, url }) => (fileId ? { fileId } : { url: url ?? '' }));
  const subject = typeof details.subject === 'string' ? details.subject : undefined;
  switch (type) {
    case 'text':
      return text ? { type: 'text', text, ...(subject && { subject }), ...(media.length > 0 && { attachments: media }) } : null;
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      return media[0] ? { type, media: media[0], ...(text && { text }) } : null;
    case 'location':
      return { type, location: details as { latitude: number; longitude: number } };
    case 'interactive': {
      const { header, footer, ...choices } = details;
      return { type, text, ...(header ? { header } : {}), ...(footer ? { footer } : {}), ...choices } as types.SendMessageBody;
    }
    case 'template':
      return {
        type,
        template: {
          id: String(details.templateId),
          variables: details.variables as Record<string, string>,
          ...(media[0] && { media: media[0] }),
        },
      };
    default:
      return null;
  }
}
