import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { type Capabilities, type ChannelType, capabilities, textLength } from '../channels/index.ts';
import type { Button, ListSection } from './message.ts';

/** A stored file, or a public URL. */
export type MediaInput = { fileId: string } | { url: string };

/** The content of a new message, before it is checked against the channel. */
export type NewContent =
  | {
      type: 'text';
      text: string;
      subject?: string | undefined;
      html?: string | undefined;
      attachments?: MediaInput[] | undefined;
    }
  | { type: 'image' | 'video' | 'audio' | 'document'; media: MediaInput; text?: string | undefined; subject?: string | undefined }
  | {
      type: 'location';
      location: { latitude: number; longitude: number; name?: string | undefined; address?: string | undefined };
    }
  | { type: 'reaction'; reaction: { messageId: string; emoji: string | null } }
  | {
      type: 'interactive';
      text: string;
      header?: string | undefined;
      footer?: string | undefined;
      buttons?: Button[] | undefined;
      list?: { button: string; sections: ListSection[] } | undefined;
    }
  | { type: 'template'; template: { id: string; variables: Record<string, string>; media?: MediaInput | undefined } };

/** Refuses content that the channel cannot send, with all reasons at once. */
export function checkContent(channel: ChannelType, content: NewContent): void {
  const can = capabilities[channel];
  const mistakes: InvalidParams = {};
  const refuse = (path: string, key: 'too_big' | 'custom' | 'required', message: string) => {
    mistakes[path] = { key, message };
  };
  if (!can.sends.has(content.type)) refuse('type', 'custom', `A ${channel} channel cannot send a ${content.type} message`);
  else checkShape(channel, can, content, refuse);
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
}

type Refuse = (path: string, key: 'too_big' | 'custom' | 'required', message: string) => void;

function checkShape(channel: ChannelType, can: Capabilities, content: NewContent, refuse: Refuse): void {
  switch (content.type) {
    case 'text':
      if (textLength(content.text, can) > can.textMax)
        refuse('text', 'too_big', `At most ${can.textMax} ${can.textUnit} on a ${channel} channel`);
      checkMail(channel, content, refuse);
      for (const [i, media] of (content.attachments ?? []).entries())
        if (channel === 'email' && 'url' in media) refuse(`attachments.${i}`, 'custom', ATTACH_OURS);
      if ((content.attachments?.length ?? 0) > can.attachmentsMax)
        refuse(
          'attachments',
          'too_big',
          `A text on a ${channel} channel carries at most ${can.attachmentsMax} files; send them as messages of their own`,
        );
      return;
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      if (content.text && content.type === 'audio' && channel === 'whatsapp')
        refuse('text', 'custom', 'WhatsApp shows no text with audio; send two messages');
      if (content.text && !can.captions) refuse('text', 'custom', `${channel} takes a file or text, not both; send two messages`);
      else if ((content.text?.length ?? 0) > can.captionMax)
        refuse('text', 'too_big', `At most ${can.captionMax} characters with a file`);
      if (channel === 'email' && 'url' in content.media) refuse('media', 'custom', ATTACH_OURS);
      checkMail(channel, content, refuse);
      return;
    case 'interactive':
      checkChoice(can, content, refuse);
      return;
    case 'location':
    case 'reaction':
    case 'template':
      return;
    default:
      content satisfies never;
  }
}

function checkMail(
  channel: ChannelType,
  content: { subject?: string | undefined; html?: string | undefined },
  refuse: Refuse,
): void {
  if (channel === 'email') return;
  if (content.subject !== undefined) refuse('subject', 'custom', 'Only email has a subject');
  if (content.html !== undefined) refuse('html', 'custom', 'Only email has html');
}

const ATTACH_OURS = 'A mail carries a file of ours: upload it and give its fileId';

const TITLE_MAX = 20;
const ROW_TITLE_MAX = 24;

function checkChoice(can: Capabilities, content: Extract<NewContent, { type: 'interactive' }>, refuse: Refuse): void {
  const { buttons, list, text } = content;
  if ((buttons === undefined) === (list === undefined)) refuse('buttons', 'required', 'Give buttons or a list, one of them');
  if (text.length > Math.min(1024, can.textMax)) refuse('text', 'too_big', 'At most 1024 characters above buttons or a list');
  if (buttons && buttons.length > can.buttonsMax) refuse('buttons', 'too_big', `At most ${can.buttonsMax} buttons`);
  for (const [i, { title }] of (buttons ?? []).entries())
    if (title.length > TITLE_MAX) refuse(`buttons.${i}.title`, 'too_big', `At most ${TITLE_MAX} characters`);
  const listed = list?.sections.flatMap((section) => section.rows) ?? [];
  if (list && listed.length > can.listRowsMax)
    refuse('list.sections', 'too_big', `At most ${can.listRowsMax} rows in all sections together`);
  for (const row of listed)
    if (row.title.length > ROW_TITLE_MAX)
      refuse('list.sections', 'too_big', `Row titles have at most ${ROW_TITLE_MAX} characters: ${row.title}`);
}
