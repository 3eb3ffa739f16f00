-- What caused a row: the request and the span of its trace. Work that continues from the row, after any loss of the broker, names the same
-- request in its log lines and belongs to the same trace.
alter table jobs add column origin jsonb;
alter table inbound_payloads add column origin jsonb;
-- Receipts arrive much later, in requests of the provider. Set while traces are exported.
alter table messages add column traceparent text;
