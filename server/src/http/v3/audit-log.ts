import { searchAuditLog } from '../../domain/audit/index.ts';
import { AuditEntry, toAuditEntry } from '../../wire/v3/audit-entry.ts';
import { searchRoute } from './rows.ts';

export const auditLog = [
  searchRoute({
    path: '/audit_log/search',
    operationId: 'searchAuditLog',
    summary: 'Search the audit log; search looks in the operation’s id',
    tag: 'Audit log',
    scope: 'audit.read',
    viewers: 'forbidden',
    item: AuditEntry,
    search: searchAuditLog,
    toItem: toAuditEntry,
  }),
];
