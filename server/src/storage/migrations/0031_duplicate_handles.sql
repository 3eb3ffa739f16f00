-- Reports of duplicates read these rows only. No row has the column set yet, so the index is built in one look through the table.
-- squawk-ignore require-concurrent-index-creation
create index handles_duplicates on handles (tenant_id, id) where duplicate_of is not null;
