import { z } from 'zod';
import type { BulkChange, BulkTarget, BulkAction as DomainBulkAction } from '../../domain/bulk-actions/index.ts';
import { searched } from './search.ts';
import { id, idInput, isoTime, isoTimeOrNull, time, timeInput } from './shapes.ts';

const actions = ['assign', 'open', 'close', 'snooze', 'label', 'unlabel', 'mark_read', 'mark_unread'] as const;

export const BulkAction = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    endedAt: time.nullable(),
    action: z.enum(actions),
    /** The parameters of the action, as they were given. */
    parameters: z.record(z.string(), z.unknown()),
    query: z.string().nullable(),
    search: z.string().nullable(),
    /** How many ids were given; null for a search. */
    idCount: z.int().nullable(),
    status: z.enum(['running', 'completed', 'cancelled', 'failed']),
    /** The first reason why a chat could not be changed. */
    error: z.string().nullable(),
    counts: z.strictObject({ matched: z.int(), processed: z.int(), changed: z.int(), failed: z.int() }),
    userId: id.nullable(),
  })
  .meta({ id: 'BulkAction' });

export function toBulkAction(one: DomainBulkAction): z.infer<typeof BulkAction> {
  const { action, ...parameters } = one.change;
  return {
    id: one.id,
    createdAt: isoTime(one.createdAt),
    updatedAt: isoTime(one.updatedAt),
    endedAt: isoTimeOrNull(one.endedAt),
    action,
    parameters,
    query: one.query,
    search: one.search,
    idCount: one.chatIds?.length ?? null,
    status: one.status,
    error: one.error,
    counts: one.counts,
    userId: one.actor.userId,
  };
}

const MOST_IDS = 1_000;
const target = {
  ids: z.array(idInput).min(1).max(MOST_IDS).optional(),
  query: searched.query,
  search: searched.search,
};
const labelIds = z.array(idInput).min(1).max(20);

const Change = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      ...target,
      action: z.literal('assign'),
      userId: idInput.nullable().optional(),
      teamId: idInput.nullable().optional(),
    }),
    z.strictObject({ ...target, action: z.literal(['open', 'close']), triggerAutomations: z.boolean().optional() }),
    z.strictObject({ ...target, action: z.literal('snooze'), snoozedUntil: timeInput }),
    z.strictObject({ ...target, action: z.literal(['label', 'unlabel']), labelIds }),
    z.strictObject({ ...target, action: z.literal(['mark_read', 'mark_unread']) }),
  ],
  { error: `One of ${actions.join(', ')}` },
);

export const BulkActionCreate = Change.superRefine((body, issues) => {
  const isSearch = body.query !== undefined || body.search !== undefined;
  if (body.ids !== undefined && isSearch) issues.addIssue({ code: 'custom', path: ['ids'], message: ONE_TARGET, input: body });
  if (body.ids === undefined && !isSearch) issues.addIssue({ code: 'custom', path: ['query'], message: ONE_TARGET, input: body });
  if (body.action === 'assign' && body.userId === undefined && body.teamId === undefined)
    issues.addIssue({ code: 'custom', path: ['userId'], message: 'Give userId, teamId or both', input: body });
});

const ONE_TARGET = 'Give ids of chats, or a query or search that finds them';

type Body = z.output<typeof BulkActionCreate>;

export const targetOf = ({ ids, query, search }: Body): BulkTarget => (ids ? { ids } : { query, search });

export const changeOf = ({ ids: _ids, query: _query, search: _search, ...change }: Body): BulkChange => change as BulkChange;

/** Returns whether the action changes contacts. */
export const changesContacts = ({ action }: Body): boolean => action === 'label' || action === 'unlabel';
