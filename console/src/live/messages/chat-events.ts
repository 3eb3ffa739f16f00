import type { types } from '@patchbay/sdk';
import type { ChatEvent } from './thread.ts';

const nothing = { actorId: null, userId: null, teamId: null, detail: null };

/** Returns the line for an entry of the audit log about a chat; null for changes that the thread does not show. */
export function eventOfAudit({ id, createdAt, operationId, userId, changes }: types.AuditEntry): ChatEvent | null {
  const to = new Map(changes.map((change) => [change.field, change.to]));
  const text = (field: string) => (typeof to.get(field) === 'string' ? (to.get(field) as string) : null);
  const base = { ...nothing, id, at: createdAt, actorId: userId };
  if (operationId === 'createChat') return { ...base, kind: 'created' };
  if (operationId === 'setChatStatus' && to.has('status')) return statusEvent(base, text('status'), text('snoozedUntil'));
  if (operationId !== 'assignChat' || changes.length === 0) return null;
  return assignment({ ...base, userId: text('assignedUserId'), teamId: text('assignedTeamId') });
}

/** Returns the line for an event of the feed. The feed does not name who did it. */
export function eventOfFeed({ id, event, createdAt, data }: types.Event): ChatEvent | null {
  const text = (field: string) => (typeof data[field] === 'string' ? (data[field] as string) : null);
  const base = { ...nothing, id, at: createdAt };
  switch (event) {
    case 'chat.assigned':
      return assignment({ ...base, userId: text('assignedUserId'), teamId: text('assignedTeamId') });
    case 'chat.status_changed':
      return statusEvent(base, text('status'), text('snoozedUntil'));
    case 'chat.sla_breached':
      return { ...base, kind: 'sla_breached', detail: text('target') };
    case 'chat.rated':
      return { ...base, kind: 'rated', detail: String(data.rating) };
    default:
      return null;
  }
}

type Base = Omit<ChatEvent, 'kind'>;

const assignment = (base: Base): ChatEvent => ({
  ...base,
  kind: base.userId === null && base.teamId === null ? 'unassigned' : 'assigned',
});

function statusEvent(base: Base, status: string | null, snoozedUntil: string | null): ChatEvent | null {
  if (status === 'closed') return { ...base, kind: 'closed' };
  if (status === 'open') return { ...base, kind: 'opened' };
  return status === 'snoozed' ? { ...base, kind: 'snoozed', detail: snoozedUntil } : null;
}
