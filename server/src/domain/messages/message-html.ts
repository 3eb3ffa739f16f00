import type { FileStore } from '../../platform/file-store/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { openFile, readBytes } from '../files/index.ts';
import { type CleanMail, htmlDocument, imagesWanted, policyFor } from './html-document.ts';
import type { Message } from './message-data.ts';
import { getMessage } from './messages.ts';

/** The bytes of inline images that one document holds at most. Larger images are left out. */
const MOST_IMAGE_BYTES = 4_000_000;

export type HtmlOptions = { withRemoteImages: boolean };

/** Returns a message as a complete HTML document with its policy: the sanitised HTML of a mail, or its text. */
export async function messageHtml(
  ctx: Ctx,
  store: FileStore,
  id: string,
  { withRemoteImages }: HtmlOptions,
): Promise<{ html: string; policy: string }> {
  const message = await getMessage(ctx, id);
  const mail = cleanMailOf(message);
  const images = await loadImages(ctx, store, message, mail);
  return { html: htmlDocument(mail, { images, withRemoteImages }), policy: policyFor(withRemoteImages) };
}

function cleanMailOf({ text, content: { details } }: Message): CleanMail {
  const { cleanHtml, contentIds } = details ?? {};
  return {
    html: typeof cleanHtml === 'string' ? cleanHtml : null,
    text: text ?? '',
    contentIds: Array.isArray(contentIds) ? contentIds.map((one) => (typeof one === 'string' ? one : null)) : [],
  };
}

/** Returns the images that the HTML refers to by content id, as data URLs. */
async function loadImages(ctx: Ctx, store: FileStore, { content }: Message, mail: CleanMail): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  let bytesLeft = MOST_IMAGE_BYTES;
  for (const { contentId, position } of imagesWanted(mail)) {
    const fileId = content.attachments?.[position]?.fileId;
    const image = fileId ? await readImage(ctx, store, fileId, bytesLeft) : undefined;
    if (!image) continue;
    bytesLeft -= image.bytes.length;
    images.set(contentId, `data:${image.mimeType};base64,${image.bytes.toString('base64')}`);
  }
  return images;
}

const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Reads a stored image. One that has not arrived, was deleted, is too large or cannot be read is left out. */
async function readImage(
  ctx: Ctx,
  store: FileStore,
  fileId: string,
  most: number,
): Promise<{ mimeType: string; bytes: Buffer } | undefined> {
  try {
    const opened = await openFile(ctx, store, fileId);
    const { mimeType, sizeBytes } = opened.file;
    if (!SHOWN.has(mimeType) || sizeBytes > most) return undefined;
    return { mimeType, bytes: await readBytes(opened, 0, sizeBytes) };
  } catch (error) {
    ctx.log.warn({ err: error, file: fileId }, 'failed to read inline image of a mail');
    return undefined;
  }
}
