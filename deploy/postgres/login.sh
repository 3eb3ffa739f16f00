#!/usr/bin/env bash
# Runs once, when the database is made: the login of API and workers, which owns nothing and cannot pass the policies.
# The two roles it asks for are those of the migrations, which take them as they find them.
set -euo pipefail
login=${PATCHBAY_DB_USER:-patchbay}
psql -v ON_ERROR_STOP=1 -qX -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v login="$login" -v password="$PATCHBAY_DB_PASSWORD" <<'SQL'
select format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', name)
from unnest(array['patchbay_app', 'patchbay_engine']) as name
where not exists (select from pg_roles where rolname = name) \gexec
create role :"login" login noinherit password :'password' in role patchbay_app, patchbay_engine;
SQL
