-- How often a provider has refused this send for now. `tries` counts every call, also those that a crash cut off, which say nothing about
-- the provider: only refusals make the wait before the next try longer.
alter table messages add column refusals integer not null default 0;
