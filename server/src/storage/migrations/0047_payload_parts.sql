-- Parts of a large callback while it is being stored: one message of 8 MB to the database blocks the event loop for 50 ms. The rows are
-- deleted in the transaction that inserts them, so the table is empty outside of it and needs no WAL.
create unlogged table payload_parts (
  tenant_id uuid not null,
  payload_id uuid not null,
  part integer not null,
  body bytea not null,
  primary key (tenant_id, payload_id, part)
);
alter table payload_parts alter column body set storage external; -- not compressed: it lives for milliseconds
select open_to_app('payload_parts');

-- New bodies of callbacks are not compressed: PostgreSQL reads a part of an uncompressed value without the rest, and compressing 8 MB takes
-- a processor for 100 ms. Most bodies are too small to be compressed anyway.
alter table inbound_payloads alter column body set storage external;
