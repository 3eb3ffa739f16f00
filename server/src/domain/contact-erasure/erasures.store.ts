import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';

/** The state of an erasure. */
export type Erasure = {
  id: string;
  contactId: string;
  status: 'running' | 'completed';
  messages: number;
  files: number;
  callbacks: number;
  events: number;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};

/** An erasure with the ids and texts that find the traces of the contact. */
export type OpenErasure = Erasure & { contactIds: string[]; chatIds: string[]; channelIds: string[]; terms: string[] };

const columns = sql`id, contact_id as "contactId", status, messages_emptied as messages, files_deleted as files,
  callbacks_emptied as callbacks, events_emptied as events, created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"`;

export type NewErasure = Pick<OpenErasure, 'id' | 'contactId' | 'contactIds' | 'chatIds' | 'channelIds' | 'terms'>;

export async function insertErasure(ctx: Ctx, erasure: NewErasure): Promise<void> {
  const { id, contactId, contactIds, chatIds, channelIds, terms } = erasure;
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into contact_erasures (tenant_id, id, contact_id, status, contact_ids, chat_ids, channel_ids, terms, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${contactId}, 'running', ${contactIds}, ${chatIds}, ${channelIds}, ${terms}, ${now}, ${now})`,
  );
}

export const selectErasure = (ctx: Ctx, id: string) =>
  row<Erasure>(ctx, sql`select ${columns} from contact_erasures where tenant_id = ${ctx.tenantId} and id = ${id}`);

export const lockErasure = (ctx: Ctx, id: string) =>
  row<OpenErasure>(
    ctx,
    sql`select ${columns}, contact_ids as "contactIds", chat_ids as "chatIds", channel_ids as "channelIds", terms
        from contact_erasures where tenant_id = ${ctx.tenantId} and id = ${id} and status = 'running' for update`,
  );

export type Progress = { messages?: number; files?: number; callbacks?: number; events?: number };

export const countErased = (ctx: Ctx, id: string, { messages = 0, files = 0, callbacks = 0, events = 0 }: Progress) =>
  rows(
    ctx,
    sql`update contact_erasures set messages_emptied = messages_emptied + ${messages}, files_deleted = files_deleted + ${files},
          callbacks_emptied = callbacks_emptied + ${callbacks}, events_emptied = events_emptied + ${events}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

/** Completes an erasure. Deletes its search texts, which are personal data too. */
export const endErasure = (ctx: Ctx, id: string) =>
  rows(
    ctx,
    sql`update contact_erasures set status = 'completed', terms = '{}', updated_at = ${ctx.clock.now()}, ended_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
