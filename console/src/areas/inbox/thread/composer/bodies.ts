import type { types } from '@patchbay/sdk';
import type { ComposerFile, ComposerState } from './state.ts';

type Media = 'image' | 'video' | 'audio' | 'document';
type Draft = { body: types.SendMessageBody; text: string; files: ComposerFile[] };

/** The channels that show a text with a file, and for which kinds of files. Mail has files beside its text. */
const CAPTIONED: Record<string, readonly Media[]> = {
  whatsapp: ['image', 'video', 'document'],
  sms: ['image', 'video', 'audio', 'document'],
  instagram: [],
};

export const mediaKind = (mimeType: string): Media => {
  const kind = mimeType.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
};

/**
 * Returns the messages that a reply becomes. A mail is one message. Elsewhere each file is a message; the text goes with the first one
 * if the channel can show it there, and otherwise before them.
 */
export function bodiesOf(
  { text, subject, files }: Pick<ComposerState, 'text' | 'subject' | 'files'>,
  channelType: string,
): Draft[] {
  const written = text.trim();
  const about = subject.trim() ? { subject: subject.trim() } : {};
  const ready = files.filter(({ fileId }) => fileId !== null);
  if (channelType === 'email' && written) {
    const attachments = ready.map(({ fileId }) => ({ fileId: fileId ?? '' }));
    return [{ body: { text: written, ...about, ...(attachments.length > 0 && { attachments }) }, text: written, files: ready }];
  }
  const [first, ...rest] = ready;
  if (!first) return [{ body: { text: written, ...about }, text: written, files: [] }];
  const hasCaption = written !== '' && Boolean(CAPTIONED[channelType]?.includes(mediaKind(first.mimeType)));
  return [
    ...(written && !hasCaption ? [{ body: { text: written }, text: written, files: [] }] : []),
    fileMessage(first, hasCaption ? written : '', about),
    ...rest.map((file) => fileMessage(file, '', about)),
  ];
}

const fileMessage = (file: ComposerFile, text: string, about: { subject?: string }): Draft => ({
  body: { type: mediaKind(file.mimeType), media: { fileId: file.fileId ?? '' }, ...(text && { text }), ...about },
  text,
  files: [file],
});
