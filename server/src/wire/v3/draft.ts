import { z } from 'zod';
import type { Draft as DomainDraft } from '../../domain/drafts/index.ts';
import { fileIdsInput, id, isoTime, time } from './shapes.ts';

const mode = z.enum(['reply', 'note']);

export const Draft = z
  .strictObject({ chatId: id, updatedAt: time, mode, text: z.string(), fileIds: z.array(id) })
  .meta({ id: 'Draft' });

export const toDraft = (draft: DomainDraft): z.infer<typeof Draft> => ({
  chatId: draft.chatId,
  updatedAt: isoTime(draft.updatedAt),
  mode: draft.mode,
  text: draft.text,
  fileIds: draft.fileIds,
});

export const DraftSave = z.strictObject({
  mode: mode.default('reply'),
  text: z.string().max(10_000),
  fileIds: fileIdsInput.default([]),
});
