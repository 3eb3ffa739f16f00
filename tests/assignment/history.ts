import type { Client } from 'pg';

/**
 * What the database saw, in the order in which it happened: triggers write it in the transactions of the server. `at` and `startedAt` (of
 * the transaction) are milliseconds of the system's clock.
 */
export type Entry = {
  kind: 'queued' | 'assigned' | 'freed' | 'available' | 'away';
  userId: string | null;
  chatId: string | null;
  teamId: string | null;
  at: number;
  startedAt: number;
};

const SCHEMA = `
  create table assignment_history (
    seq bigserial primary key, kind text not null, user_id uuid, chat_id uuid, team_id uuid,
    at timestamptz not null default clock_timestamp(), started_at timestamptz not null default transaction_timestamp());
  create function record_chat() returns trigger language plpgsql security definer as $$
    begin
      if new.queued_at is not null and old.queued_at is null then
        insert into assignment_history (kind, chat_id, team_id) values ('queued', new.id, new.assigned_team_id);
      end if;
      if old.assigned_user_id is null and new.assigned_user_id is not null then
        insert into assignment_history (kind, user_id, chat_id, team_id) values ('assigned', new.assigned_user_id, new.id, new.assigned_team_id);
      end if;
      if old.status = 'open' and new.status <> 'open' and new.assigned_user_id is not null then
        insert into assignment_history (kind, user_id, chat_id, team_id) values ('freed', new.assigned_user_id, new.id, new.assigned_team_id);
      end if;
      return null;
    end $$;
  create trigger record_chat after update on chats for each row execute function record_chat();
  create function record_user() returns trigger language plpgsql security definer as $$
    begin
      insert into assignment_history (kind, user_id) values (new.availability, new.id);
      return null;
    end $$;
  create trigger record_user after update of availability on users for each row
    when (old.availability is distinct from new.availability) execute function record_user();`;

export const recordHistory = async (client: Client): Promise<void> => void (await client.query(SCHEMA));

export async function readHistory(client: Client): Promise<Entry[]> {
  const { rows } = await client.query<Entry>(
    `select kind, user_id as "userId", chat_id as "chatId", team_id as "teamId", extract(epoch from at)::float8 * 1000 as at,
       extract(epoch from started_at)::float8 * 1000 as "startedAt"
     from assignment_history order by seq`,
  );
  return rows;
}
