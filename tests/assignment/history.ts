import type { Client } from 'pg';

/** The transactions that had committed when a statement of the server ran (`pg_current_snapshot`). */
export type Snapshot = { xmin: number; xmax: number; running: ReadonlySet<number> };

/** A change that a decision depends on, or a decision: triggers write it in the transaction of the server. */
export type Entry = { seq: number; transaction: number } & (
  | { kind: 'queued'; chatId: string; teamId: string; channelId: string; queuedAt: number }
  | { kind: 'freed'; userId: string }
  | { kind: 'available' | 'away'; userId: string }
  | { kind: 'decided'; snapshot: Snapshot }
  | { kind: 'assigned'; chatId: string; teamId: string; channelId: string; queuedAt: number; userId: string; snapshot: Snapshot }
);

/**
 * `decided` is the deletion of the job, the first statement of a decision's transaction; `assigned` are its last reads. Entries of one
 * row have the order of their transactions, because the trigger runs while the row is locked.
 */
const SCHEMA = `
  create table assignment_history (
    seq bigserial primary key, transaction xid8 not null default pg_current_xact_id(), kind text not null,
    user_id uuid, chat_id uuid, team_id uuid, channel_id uuid, queued_at timestamptz, snapshot pg_snapshot);
  create function record_chat() returns trigger language plpgsql security definer as $$
    begin
      if new.queued_at is not null and (tg_op = 'INSERT' or old.queued_at is null) then
        insert into assignment_history (kind, chat_id, team_id, channel_id, queued_at)
        values ('queued', new.id, new.assigned_team_id, new.channel_id, new.queued_at);
      end if;
      if tg_op = 'UPDATE' and old.assigned_user_id is null and new.assigned_user_id is not null then
        insert into assignment_history (kind, user_id, chat_id, team_id, channel_id, queued_at, snapshot)
        values ('assigned', new.assigned_user_id, new.id, new.assigned_team_id, new.channel_id, old.queued_at, pg_current_snapshot());
      end if;
      if tg_op = 'UPDATE' and old.status = 'open' and new.status <> 'open' and new.assigned_user_id is not null then
        insert into assignment_history (kind, user_id) values ('freed', new.assigned_user_id);
      end if;
      return null;
    end $$;
  create trigger record_chat after insert or update on chats for each row execute function record_chat();
  create function record_user() returns trigger language plpgsql security definer as $$
    begin
      insert into assignment_history (kind, user_id) values (new.availability, new.id);
      return null;
    end $$;
  create trigger record_user after update of availability on users for each row
    when (old.availability is distinct from new.availability) execute function record_user();
  create function record_decision() returns trigger language plpgsql security definer as $$
    begin
      insert into assignment_history (kind, snapshot) values ('decided', pg_current_snapshot());
      return null;
    end $$;
  create trigger record_decision after delete on jobs for each row
    when (old.name = 'assign_chats') execute function record_decision();`;

export const recordHistory = async (client: Client): Promise<void> => void (await client.query(SCHEMA));

/** Returns what the transactions that committed have recorded, in the order in which it was written. */
export async function readHistory(client: Client): Promise<Entry[]> {
  const { rows } = await client.query(
    `select seq::float8 as seq, transaction::text::float8 as transaction, kind, user_id as "userId", chat_id as "chatId",
       team_id as "teamId", channel_id as "channelId", extract(epoch from queued_at)::float8 * 1000 as "queuedAt", snapshot::text
     from assignment_history order by seq`,
  );
  return rows.map((row) => ({ ...row, snapshot: row.snapshot === null ? undefined : parseSnapshot(row.snapshot) })) as Entry[];
}

function parseSnapshot(text: string): Snapshot {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  return { xmin: Number(xmin), xmax: Number(xmax), running: new Set(running.split(',').filter(Boolean).map(Number)) };
}

/** Returns whether a statement with this snapshot saw the changes of the transaction. */
export const isVisible = ({ xmin, xmax, running }: Snapshot, transaction: number): boolean =>
  transaction < xmin || (transaction < xmax && !running.has(transaction));
