import { channelDefinitions } from '../domain/channels/index.ts';
import type { UnsubscribeLinks } from '../domain/contacts/index.ts';
import { openFile, publicUrl } from '../domain/files/index.ts';
import {
  type Attachment,
  isOutsideWindow,
  type Outgoing,
  type OutgoingContent,
  type OutgoingMedia,
  type Send,
} from '../domain/messages/index.ts';
import { fillTemplate, requireSendable, type Template } from '../domain/templates/index.ts';
import type { Config } from '../platform/config.ts';
import { found } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store/index.ts';
import type { Ctx } from '../storage/context.ts';

export type ComposeDeps = {
  files: FileStore;
  config: Pick<Config, 'PUBLIC_URL' | 'FILES_PUBLIC_URL'>;
  unsubscribeLinks: UnsubscribeLinks;
};

/** Looks a template up. Sends that run at the same time share a query. */
export type TemplateLookUp = (ctx: Ctx, id: string) => Promise<Template | undefined>;

/** Returns a stored message in the form that an adapter sends. Throws a Failure with the reason when something it refers to is gone. */
export async function compose(
  ctx: Ctx,
  deps: ComposeDeps & { template: TemplateLookUp },
  send: Send,
  attemptId: string,
): Promise<Outgoing> {
  const media = await Promise.all((send.content.attachments ?? []).map((one) => toMedia(ctx, deps, one)));
  const template = send.type === 'template' ? await templateOf(ctx, deps.template, send) : undefined;
  return {
    messageId: send.id,
    attemptId,
    to: { type: send.handleType, value: send.handleValue },
    content: toContent(send, media, template),
    replyTo: answered(send),
    isAutomatic: !send.sources.includes('api'),
    isDirectSend: needsDirectSend(send, ctx.clock.now()),
    unsubscribeUrl: isMarketingMail(send, template) ? unsubscribeUrlOf(ctx, deps, send) : undefined,
  };
}

/** Returns whether only Direct Send can carry a message. `beforeSend` has checked that the channel has it. */
const needsDirectSend = ({ type, openUntil, channelType, content }: Send, now: Date): boolean => {
  const exempt = channelDefinitions[channelType].window?.exempt;
  const isExempt = exempt?.type === type && exempt.purpose === content.purpose;
  return isExempt && isOutsideWindow({ type, openUntil, channel: { type: channelType } }, now);
};

const templateOf = async (ctx: Ctx, template: TemplateLookUp, { content }: Send): Promise<Template> =>
  found(await template(ctx, String(content.details?.templateId)), 'message_template_not_found');

/** Returns whether a message carries an unsubscribe URL: marketing mail, by a campaign or by its template's category. */
export const isMarketingMail = (
  { channelType, campaign }: Pick<Send, 'channelType' | 'campaign'>,
  template: Pick<Template, 'category'> | undefined,
): boolean =>
  channelDefinitions[channelType].consent.hasUnsubscribeUrl === true && (campaign !== null || template?.category === 'marketing');

const unsubscribeUrlOf = (ctx: Ctx, { unsubscribeLinks }: ComposeDeps, { id, contactId, handleId, channelId }: Send) =>
  unsubscribeLinks.urlFor({ tenantId: ctx.tenantId, contactId, handleId, channelId, messageId: id });

/** Returns the message that a mail replies to: the last one unless another is given, so that mail programs show one thread. */
function answered({ content, lastInbound }: Send): Outgoing['replyTo'] {
  const vendorId = content.replyTo ?? lastInbound?.vendorId;
  if (vendorId === undefined) return null;
  return { vendorId, references: [vendorId], subject: lastInbound?.subject ?? null };
}

type Details = Record<string, unknown>;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function toContent(send: Send, media: OutgoingMedia[], template: Template | undefined): OutgoingContent {
  const details: Details = send.content.details ?? {};
  const [first] = media;
  switch (send.type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      if (!first) throw new Error(`message ${send.id} has lost its file`);
      return { type: send.type, media: first, caption: send.text, subject: text(details.subject) };
    case 'location':
      return {
        type: 'location',
        latitude: Number(details.latitude),
        longitude: Number(details.longitude),
        name: text(details.name),
        address: text(details.address),
      };
    case 'reaction':
      return { type: 'reaction', toVendorId: text(details.vendorId) ?? '', emoji: text(details.emoji) };
    case 'interactive':
      return {
        type: 'interactive',
        text: send.text ?? '',
        header: text(details.header),
        footer: text(details.footer),
        choice: toChoice(details),
      };
    case 'template':
      return toTemplate(template, details, first);
    default:
      return {
        type: 'text',
        text: send.text ?? '',
        subject: text(details.subject),
        html: text(details.html),
        attachments: media,
      };
  }
}

type Choice = Extract<OutgoingContent, { type: 'interactive' }>['choice'];
const toChoice = ({ buttons, list }: Details): Choice => (buttons ? { buttons } : { list }) as Choice;

/** Fills the template again when it is sent: it may have been paused since the message was accepted. */
function toTemplate(known: Template | undefined, details: Details, media: OutgoingMedia | undefined): OutgoingContent {
  const template = found(known, 'message_template_not_found');
  requireSendable(template);
  const filled = fillTemplate(template, details.variables as Record<string, string>, media);
  return { type: 'template', name: template.name, language: template.language, ...filled };
}

async function toMedia(ctx: Ctx, deps: ComposeDeps, { fileId, url, mimeType, fileName }: Attachment): Promise<OutgoingMedia> {
  const open = async () => {
    if (fileId === null) throw new Error('only a file of ours can be opened');
    return (await openFile(ctx, deps.files, fileId)).read();
  };
  return {
    url: fileId === null ? (url ?? '') : await publicUrl(ctx, deps.config, fileId),
    mimeType: mimeType ?? 'application/octet-stream',
    fileName: fileName ?? 'file',
    open,
  };
}
