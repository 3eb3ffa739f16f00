import { z } from 'zod';
import type { File as DomainFile } from '../../domain/files/index.ts';
import { id, isoTime, time } from './shapes.ts';

export const File = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    mimeType: z.string(),
    sizeBytes: z.int().nullable(),
    status: z.enum(['pending', 'ready', 'failed']),
  })
  .meta({ id: 'File' });

export const toFile = (file: DomainFile): z.infer<typeof File> => ({
  id: file.id,
  createdAt: isoTime(file.createdAt),
  updatedAt: isoTime(file.updatedAt),
  name: file.name,
  mimeType: file.mimeType,
  sizeBytes: file.sizeBytes,
  status: file.status,
});

export const PublicUrl = z.strictObject({ publicUrl: z.url() });
