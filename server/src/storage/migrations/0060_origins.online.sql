-- What caused a row: the request and the span of its trace. Work that continues from the row, after any loss of the broker, names the same
-- request in its log lines and belongs to the same trace.
-- Each table by itself: a transaction that holds the lock of one and waits for another always meets requests that hold them the other way round.
set lock_timeout = '10s';
alter table jobs add column if not exists origin jsonb;
alter table inbound_payloads add column if not exists origin jsonb;
-- Receipts arrive much later, in requests of the provider. Set while traces are exported.
alter table messages add column if not exists traceparent text;
reset lock_timeout;
