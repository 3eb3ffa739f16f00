import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { SlaState } from './clock.ts';

/** The promise for a chat: its policy and state. */
export type ChatSla = { chatId: string; policyId: string } & SlaState;

type Row = Omit<ChatSla, 'due'> & { firstReplyDueAt: Date | null; nextReplyDueAt: Date | null; resolutionDueAt: Date | null };

const revive = ({ firstReplyDueAt, nextReplyDueAt, resolutionDueAt, ...rest }: Row): ChatSla => ({
  ...rest,
  due: { first_reply: firstReplyDueAt, next_reply: nextReplyDueAt, resolution: resolutionDueAt },
});

/** Locks and returns the promises for chats. Their chats are locked before. */
export const lockChatSlas = async (ctx: Ctx, chatIds: string[]): Promise<Map<string, ChatSla>> => {
  const found = await rows<Row>(
    ctx,
    sql`select chat_id as "chatId", policy_id as "policyId", status, started_at as "startedAt", first_replied_at as "firstRepliedAt",
          first_reply_due_at as "firstReplyDueAt", next_reply_due_at as "nextReplyDueAt", resolution_due_at as "resolutionDueAt",
          remaining_ms as "remainingMs", overdue, breaches
        from chat_slas where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[]) order by chat_id for no key update`,
  );
  return new Map(found.map((one) => [one.chatId, revive(one)]));
};

export async function saveChatSla(ctx: Ctx, sla: ChatSla): Promise<void> {
  const { due } = sla;
  await row(
    ctx,
    sql`insert into chat_slas (tenant_id, chat_id, policy_id, status, started_at, first_replied_at, first_reply_due_at, next_reply_due_at,
          resolution_due_at, remaining_ms, overdue, breaches)
        values (${ctx.tenantId}, ${sla.chatId}, ${sla.policyId}, ${sla.status}, ${sla.startedAt}, ${sla.firstRepliedAt},
          ${due.first_reply}, ${due.next_reply}, ${due.resolution}, ${JSON.stringify(sla.remainingMs)}, ${sla.overdue}, ${sla.breaches})
        on conflict (tenant_id, chat_id) do update set policy_id = excluded.policy_id, status = excluded.status,
          started_at = excluded.started_at, first_replied_at = excluded.first_replied_at,
          first_reply_due_at = excluded.first_reply_due_at, next_reply_due_at = excluded.next_reply_due_at,
          resolution_due_at = excluded.resolution_due_at, remaining_ms = excluded.remaining_ms, overdue = excluded.overdue,
          breaches = excluded.breaches`,
  );
}

/** Returns the labels of contacts. */
export const selectLabelsOf = async (ctx: Ctx, contactIds: string[]): Promise<Map<string, Set<string>>> => {
  const found = await rows<{ contactId: string; labelId: string }>(
    ctx,
    sql`select contact_id as "contactId", label_id as "labelId" from contact_labels
        where tenant_id = ${ctx.tenantId} and contact_id = any(${contactIds}::uuid[])`,
  );
  const byContact = Map.groupBy(found, ({ contactId }) => contactId);
  return new Map([...byContact].map(([id, labels]) => [id, new Set(labels.map(({ labelId }) => labelId))]));
};
