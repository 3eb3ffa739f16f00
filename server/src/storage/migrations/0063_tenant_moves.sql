-- Tenants that move to another cell, or came from one (ADR 103). A row is the gate of its tenant, so it is no row of the tenant itself:
-- processes read it before they may set the tenant. It holds ids and the name of a cell, and nothing of the tenant.
create table tenant_moves (
  moved_tenant_id uuid primary key,
  direction text not null check (direction in ('out', 'in')),
  cell text not null,                 -- the other cell: where the tenant goes, or where it comes from
  gate text not null check (gate in ('open', 'held', 'frozen', 'moved', 'arriving')),
  gate_until timestamptz,             -- when workers open a gate that is held or frozen, because its command has ended
  step text not null,
  progress jsonb not null default '{}',
  started_at timestamptz not null,
  updated_at timestamptz not null
);

-- Callbacks name a channel and no tenant. These are the channels of tenants that have moved away.
create table moved_channels (
  channel_id uuid primary key,
  moved_tenant_id uuid not null references tenant_moves on delete cascade
);
create index moved_channels_tenant on moved_channels (moved_tenant_id);

-- What workers report while a gate is held: how many jobs of the tenant they still run.
create table worker_holds (
  moved_tenant_id uuid not null references tenant_moves on delete cascade,
  worker_id uuid not null,
  running integer not null,
  reported_at timestamptz not null,
  primary key (moved_tenant_id, worker_id)
);

-- A replicated row: when its new value has arrived in the other cell, so has everything that was committed before.
create table move_marks (
  tenant_id uuid primary key,
  mark uuid not null
);
select protect_table('move_marks');

-- It has no primary key, and replication must be able to name a row.
alter table webhook_routes replica identity full;

-- Called only for a tenant whose gate is closed, by the statement that sets the tenant of a transaction.
create function refuse_tenant(gate text, cell text) returns text
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    if gate = 'moved' then
      raise exception 'the tenant has moved to cell %', cell using errcode = 'PM002', detail = cell;
    end if;
    raise exception 'the tenant is being moved' using errcode = 'PM001';
  end $$;
revoke all on function refuse_tenant from public;
grant execute on function refuse_tenant to patchbay_app;

grant select on tenant_moves to patchbay_app;
grant select, update (gate, gate_until, step, updated_at) on tenant_moves to patchbay_engine;
grant select on moved_channels to patchbay_engine;
grant select, insert, update, delete on worker_holds to patchbay_engine;

-- Every transaction looks into this table. Without statistics PostgreSQL expects ten pages and opens the index, which costs four times as
-- much as to see that it is empty.
analyze tenant_moves;
