import { invalidParam } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import { type File, findFile } from '../files/index.ts';
import type { TemplateHeader } from './template.ts';

type FileKind = Exclude<TemplateHeader['kind'], 'text'>;

const MEGABYTE = 1_000_000;

/** The limits of WhatsApp's upload. It accepts larger documents, but a sample is read into memory. */
const accepted: Record<FileKind, { mimeTypes: readonly string[]; maxBytes: number }> = {
  image: { mimeTypes: ['image/jpeg', 'image/png'], maxBytes: 5 * MEGABYTE },
  video: { mimeTypes: ['video/mp4'], maxBytes: 16 * MEGABYTE },
  document: { mimeTypes: ['application/pdf'], maxBytes: 16 * MEGABYTE },
};

/** Returns why a file cannot be the sample of a header, or undefined. */
export function sampleMistake(kind: FileKind, { mimeType, sizeBytes }: Pick<File, 'mimeType' | 'sizeBytes'>): string | undefined {
  const { mimeTypes, maxBytes } = accepted[kind];
  if (!mimeTypes.includes(mimeType)) return `A sample of kind ${kind} is ${mimeTypes.join(' or ')}, and this file is ${mimeType}`;
  if ((sizeBytes ?? 0) === 0) return 'This file is empty; give one that reviewers can look at';
  if ((sizeBytes ?? 0) > maxBytes)
    return `A sample of kind ${kind} has at most ${maxBytes} bytes, and this file has ${sizeBytes}`;
  return undefined;
}

/** Returns the header with the normalised id of its sample file. Throws if the tenant has no such file, or if it cannot be a sample. */
export async function withSample(ctx: Ctx, header: TemplateHeader | null): Promise<TemplateHeader | null> {
  if (!header?.fileId || header.kind === 'text') return header;
  const file = await findFile(ctx, header.fileId);
  if (file?.status !== 'ready')
    throw invalidParam('header.fileId', 'not_found', 'There is no file with this id, or its bytes have not arrived');
  const mistake = sampleMistake(header.kind, file);
  if (mistake) throw invalidParam('header.fileId', 'custom', mistake);
  return { ...header, fileId: file.id };
}
