import { type Failure, invalidParam } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import { declaredPurpose, type MessageKind, type Purpose } from '../consents/index.ts';
import { findFile } from '../files/index.ts';
import { deletionOf, fillTemplate, findTemplate, requireMedia, requireSendable, type Template } from '../templates/index.ts';
import type { MessageType, OutgoingMedia } from './message.ts';
import type { Attachment, StoredContent } from './message-data.ts';
import { checkContent, type MediaInput, type NewContent } from './new-message.ts';

/** The parts of a message that are the same for all recipients: files and template, loaded once. */
export type Draft = { channel: Channel; attachments: Attachment[]; template: Template | null };

/** `isLater`: the template may be approved by then. `wasAccepted`: the request was accepted earlier, when the template may have existed. */
type DraftOptions = { isLater?: boolean; wasAccepted?: boolean };

/** Loads the files and the template of a message. Refuses missing ones and those that cannot be sent. */
export async function draftOf(ctx: Ctx, channel: Channel, content: NewContent, options: DraftOptions = {}): Promise<Draft> {
  const attachments: Attachment[] = [];
  for (const [path, media] of mediaOf(content)) attachments.push(await toAttachment(ctx, path, media));
  if (content.type !== 'template') return { channel, attachments, template: null };
  const template = await findTemplate(ctx, content.template.id);
  if (!template || template.channelId !== channel.id) throw await noTemplate(ctx, content.template.id, options);
  if (!options.isLater) requireSendable(template);
  requireMedia(template, attachments[0]);
  return { channel, attachments, template };
}

/** Returns the kind of a message, which decides about consent. */
export const kindOf = ({ template }: Draft, source: 'api' | 'automation' | 'campaign', declared?: Purpose): MessageKind => {
  if (template) return `template_${template.category}`;
  if (source === 'campaign') return 'campaign';
  return declared ? `declared_${declared}` : 'free';
};

/** Returns the failure of a missing template. For accepted requests it says that the template was deleted; API callers see an unknown id. */
async function noTemplate(ctx: Ctx, id: string, { wasAccepted }: DraftOptions): Promise<Failure> {
  const message = (wasAccepted ? await deletionOf(ctx, id) : undefined) ?? 'There is no template with this id on this channel';
  return invalidParam('template.id', 'not_found', message);
}

export type FilledDraft = { type: MessageType; text: string | null; content: StoredContent };

/** Returns the message as it is stored, with ids of its files and template. They are loaded again when it is sent. */
export function fillDraft({ channel, attachments, template }: Draft, content: NewContent, kind: MessageKind): FilledDraft {
  checkContent(channel.type, content);
  const [file] = attachments;
  const text =
    content.type === 'template' && template
      ? fillTemplate(template, content.template.variables, file && withoutBytes(file)).rendered.text
      : 'text' in content
        ? (content.text ?? null)
        : null;
  const purpose = declaredPurpose(kind);
  const stored = { attachments, details: detailsOf(content), replyTo: null, ...(purpose && { purpose }) };
  return { type: content.type, text, content: stored };
}

/** Returns a file without its bytes, which is enough to check that the template can be filled. */
const withoutBytes = ({ url, mimeType, fileName }: Attachment): OutgoingMedia => ({
  url: url ?? '',
  mimeType: mimeType ?? 'application/octet-stream',
  fileName: fileName ?? 'file',
  open: () => Promise.reject(new Error('the file is opened when the message is sent')),
});

function mediaOf(content: NewContent): [path: string, media: MediaInput][] {
  if (content.type === 'text') return (content.attachments ?? []).map((media, i) => [`attachments.${i}`, media]);
  if (content.type === 'template') return content.template.media ? [['template.media', content.template.media]] : [];
  return 'media' in content ? [['media', content.media]] : [];
}

async function toAttachment(ctx: Ctx, path: string, media: MediaInput): Promise<Attachment> {
  if ('url' in media) return { fileId: null, url: media.url, mimeType: null, fileName: null };
  const file = await findFile(ctx, media.fileId);
  if (file?.status !== 'ready')
    throw invalidParam(`${path}.fileId`, 'not_found', 'There is no file with this id, or its bytes have not arrived');
  return { fileId: file.id, url: null, mimeType: file.mimeType, fileName: file.name };
}

/** Returns the details of a content. Those of a reaction name a message and are added by `accept`. */
function detailsOf(content: NewContent): Record<string, unknown> | null {
  switch (content.type) {
    case 'location':
      return { ...content.location };
    case 'reaction':
      return null;
    case 'interactive': {
      const { header = null, footer = null, buttons, list } = content;
      return { header, footer, ...(buttons ? { buttons } : { list }) };
    }
    case 'template':
      return { templateId: content.template.id, variables: content.template.variables };
    default:
      return content.subject !== undefined || ('html' in content && content.html !== undefined)
        ? { subject: content.subject ?? null, html: 'html' in content ? (content.html ?? null) : null }
        : null;
  }
}
