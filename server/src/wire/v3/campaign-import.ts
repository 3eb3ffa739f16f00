import { z } from 'zod';
import type { AudienceImport, RefusedLine as DomainRefusedLine } from '../../domain/campaigns/index.ts';
import { id, isoTime, time } from './shapes.ts';

export const CampaignImport = z
  .strictObject({
    createdAt: time,
    updatedAt: time,
    fileId: id,
    status: z.enum(['reading', 'completed', 'failed']),
    reason: z.string().nullable(),
    lines: z.int(),
    accepted: z.int(),
    refused: z.int(),
  })
  .meta({ id: 'CampaignImport' });

export const toCampaignImport = (one: AudienceImport): z.infer<typeof CampaignImport> => ({
  createdAt: isoTime(one.createdAt),
  updatedAt: isoTime(one.updatedAt),
  fileId: one.fileId,
  status: one.status,
  reason: one.reason,
  lines: one.lines,
  accepted: one.accepted,
  refused: one.refused,
});

export const RefusedLine = z
  .strictObject({ id, line: z.int(), reason: z.string(), text: z.string() })
  .meta({ id: 'RefusedLine' });

export const toRefusedLine = ({ id, line, reason, text }: DomainRefusedLine): z.infer<typeof RefusedLine> => ({
  id,
  line,
  reason,
  text,
});
