-- Files: what is known of them. Their bytes are in the file store, under a key that tells nothing.
-- No foreign key to tenants: inbound media of one tenant would meet in its row.

create table files (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,           -- declared while pending; seen in the bytes from then on
  size_bytes bigint,
  sha256 text,
  status text not null check (status in ('pending', 'ready', 'failed')),
  error text,
  store_key text,                    -- random, never made from the name; null until the bytes are there
  source text not null,              -- who brought it: 'upload', 'inbound', ...
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint files_ready check ((status = 'ready') = (store_key is not null and size_bytes is not null and sha256 is not null))
);
create index files_recent on files (tenant_id, created_at desc, id desc);

-- At most one public link per file, kept for as long as the file. The link's own text names the tenant, so that whoever
-- follows it is answered by an ordinary query of that tenant.
create table file_links (
  tenant_id uuid not null,
  file_id uuid not null,
  token bytea not null check (length(token) >= 16),
  created_at timestamptz not null,
  primary key (tenant_id, file_id),
  unique (tenant_id, token),
  foreign key (tenant_id, file_id) references files on delete cascade
);

select open_to_app(name) from unnest(array['files', 'file_links']) as name;
