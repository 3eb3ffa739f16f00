import { z } from 'zod';
import type { AuditEntry as DomainEntry } from '../../domain/audit/index.ts';
import { id, isoTime, time } from './shapes.ts';

const Change = z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() });

/** One successful call that is not a read. `from` and `to` are the values before and after it, as the API shows them. */
export const AuditEntry = z
  .strictObject({
    id,
    createdAt: time,
    operationId: z.string(),
    resourceType: z.string(),
    resourceId: id.nullable(),
    tokenId: id,
    userId: id.nullable(),
    requestId: z.string(),
    changes: z.array(Change),
  })
  .meta({ id: 'AuditEntry' });

export const toAuditEntry = (entry: DomainEntry): z.infer<typeof AuditEntry> => ({
  id: entry.id,
  createdAt: isoTime(entry.createdAt),
  operationId: entry.operationId,
  resourceType: entry.resourceType,
  resourceId: entry.resourceId,
  tokenId: entry.tokenId,
  userId: entry.userId,
  requestId: entry.requestId,
  changes: entry.changes,
});
