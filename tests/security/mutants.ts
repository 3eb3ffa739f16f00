/** Mutants of the database. Each runs alone, in a transaction that is rolled back. */
export const databaseMutants: Record<string, string> = {
  'a policy is dropped': 'drop policy tenant on contacts',
  'force is taken off': 'alter table chats no force row level security',
  'row-level security is switched off': 'alter table labels disable row level security',
  'force is taken off a partition': `do $$ begin execute (select format('alter table %s no force row level security', inhrelid::regclass)
    from pg_inherits where inhparent = 'messages'::regclass limit 1); end $$`,
  'a policy without with check': `drop policy tenant on attributes;
    create policy tenant on attributes using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)`,
  'a policy for reading only': `drop policy tenant on handles;
    create policy tenant on handles for select using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)`,
  'a second policy that lets everyone in': 'create policy helpful on channels using (true) with check (true)',
  'a policy that takes no tenant for every tenant': `drop policy tenant on access_tokens;
    create policy tenant on access_tokens
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid or current_setting('app.tenant_id', true) is null)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)`,
  'a new table without row-level security':
    'create table notes (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id))',
  'a new table without a tenant': 'create table diaries (id uuid primary key, text text)',
  'a partition made by hand': `create table messages_old partition of messages
    for values from ('00000000-0000-0000-0000-000000000000') to ('00000000-0000-0000-0000-000000000001')`,
  'a unique index without the tenant': 'create unique index one_value on handles (type, match_value)',
  'a foreign key without the tenant': `alter table labels add constraint lone unique (tenant_id, id, name);
    alter table chats add column lone text;
    create table lonely (id uuid primary key); alter table chats add foreign key (assigned_user_id) references lonely`,
  'the application owns a table': 'grant create on schema public to patchbay_app; alter table labels owner to patchbay_app',
  'the application may bypass': 'alter role patchbay_app bypassrls',
  'the application is a member of a role that may': 'create role passer bypassrls; grant passer to patchbay_app',
  "the application is a member of the queue's role": 'grant patchbay_engine to patchbay_app',
  "the queue's role may see contacts": 'grant select on contacts to patchbay_engine',
  'a view with the rights of its owner': 'create view everyone as select * from contacts',
  'a function with the rights of its owner': `create function peek() returns bigint language sql security definer
    as 'select count(*) from contacts'`,
};

/** Mutants of the server: replacements in a copy of its source. */
export const WITHOUT_WHERE: [RegExp, string][] = [
  [/(?:\b\w+\.)?tenant_id = (\$\{(?:ctx\.)?tenantId\}|\$1)(?=\s+and )/g, '$1::uuid is not null'],
  [/\$\{source\.tenant\} = (\$\{ctx\.tenantId\})(?=\s+and )/g, '$1::uuid is not null'],
];
export const SETTING_THAT_STAYS: [RegExp, string][] = [[/(set_config\('app\.tenant_id', \$1, )true\)/g, '$1false)']];
