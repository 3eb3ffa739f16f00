import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { type ChannelDefinition, type ChannelType, channelDefinitions } from '../channels/index.ts';
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
  const can = channelDefinitions[channel];
  const mistakes: InvalidParams = {};
  const refuse = (path: string, key: 'too_big' | 'custom' | 'required', message: string) => {
    mistakes[path] = { key, message };
  };
  if (!can.sends.has(content.type)) refuse('type', 'custom', `A ${channel} channel cannot send a ${content.type} message`);
  else checkShape(channel, can, content, refuse);
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
}

const textLength = (text: string, unit: ChannelDefinition['text']['unit']): number =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length;

type Refuse = (path: string, key: 'too_big' | 'custom' | 'required', message: string) => void;

function checkShape(channel: ChannelType, can: ChannelDefinition, content: NewContent, refuse: Refuse): void {
  switch (content.type) {
    case 'text':
      if (textLength(content.text, can.text.unit) > can.text.max)
        refuse('text', 'too_big', `At most ${can.text.max} ${can.text.unit} on a ${channel} channel`);
      checkMail(can, content, refuse);
      for (const [i, media] of (content.attachments ?? []).entries())
        if (can.media.mustBeUploaded && 'url' in media) refuse(`attachments.${i}`, 'custom', UPLOAD_FIRST);
      if ((content.attachments?.length ?? 0) > can.text.attachmentsMax)
        refuse(
          'attachments',
          'too_big',
          `A text on a ${channel} channel carries at most ${can.text.attachmentsMax} files; send them as messages of their own`,
        );
      return;
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      if (content.text && !can.media.captioned.has(content.type))
        refuse('text', 'custom', `A ${channel} channel shows no text with ${content.type}; send two messages`);
      else if ((content.text?.length ?? 0) > can.media.captionMax)
        refuse('text', 'too_big', `At most ${can.media.captionMax} characters with a file`);
      if (can.media.mustBeUploaded && 'url' in content.media) refuse('media', 'custom', UPLOAD_FIRST);
      checkMail(can, content, refuse);
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
  can: ChannelDefinition,
  content: { subject?: string | undefined; html?: string | undefined },
  refuse: Refuse,
): void {
  if (can.text.isMail) return;
  if (content.subject !== undefined) refuse('subject', 'custom', 'Only email has a subject');
  if (content.html !== undefined) refuse('html', 'custom', 'Only email has html');
}

const UPLOAD_FIRST = 'A mail carries an uploaded file: upload it and give its fileId';

const TITLE_MAX = 20;
const ROW_TITLE_MAX = 24;

function checkChoice(can: ChannelDefinition, content: Extract<NewContent, { type: 'interactive' }>, refuse: Refuse): void {
  const { buttons, list, text } = content;
  if ((buttons === undefined) === (list === undefined)) refuse('buttons', 'required', 'Give buttons or a list, one of them');
  if (text.length > Math.min(1024, can.text.max)) refuse('text', 'too_big', 'At most 1024 characters above buttons or a list');
  if (buttons && buttons.length > can.choices.buttonsMax)
    refuse('buttons', 'too_big', `At most ${can.choices.buttonsMax} buttons`);
  for (const [i, { title }] of (buttons ?? []).entries())
    if (title.length > TITLE_MAX) refuse(`buttons.${i}.title`, 'too_big', `At most ${TITLE_MAX} characters`);
  const listed = list?.sections.flatMap((section) => section.rows) ?? [];
  if (list && listed.length > can.choices.listRowsMax)
    refuse('list.sections', 'too_big', `At most ${can.choices.listRowsMax} rows in all sections together`);
  for (const row of listed)
    if (row.title.length > ROW_TITLE_MAX)
      refuse('list.sections', 'too_big', `Row titles have at most ${ROW_TITLE_MAX} characters: ${row.title}`);
}
