import { z } from 'zod';
import type { Snippet as DomainSnippet } from '../../domain/snippets/index.ts';
import { fileIdsInput, id, idInput, isoTime, time } from './shapes.ts';

export const Snippet = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    shortcut: z.string(),
    text: z.string(),
    fileIds: z.array(id),
    teamId: id.nullable(),
  })
  .meta({ id: 'Snippet' });

export const toSnippet = (snippet: DomainSnippet): z.infer<typeof Snippet> => ({
  id: snippet.id,
  createdAt: isoTime(snippet.createdAt),
  updatedAt: isoTime(snippet.updatedAt),
  shortcut: snippet.shortcut,
  text: snippet.text,
  fileIds: snippet.fileIds,
  teamId: snippet.teamId,
});

const shortcut = z
  .string()
  .min(1)
  .max(50)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u, 'Letters, digits, - and _; the first one a letter or a digit');
const text = z.string().min(1).max(10_000);
const teamId = idInput.nullable();

export const SnippetCreate = z.strictObject({
  shortcut,
  text,
  fileIds: fileIdsInput.default([]),
  teamId: teamId.default(null),
});
export const SnippetUpdate = z.strictObject({
  shortcut: shortcut.optional(),
  text: text.optional(),
  fileIds: fileIdsInput.optional(),
  teamId: teamId.optional(),
});
