#!/usr/bin/env bash
# What the published image does at its start: hands the volume to the user postgres, becomes that user, and where the volume is new creates the database
# and runs the scripts of /docker-entrypoint-initdb.d while the server answers on its socket only.
set -euo pipefail
[ "${1:-postgres}" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  find "$PGDATA" /var/run/postgresql ! -user postgres -exec chown postgres:postgres {} +
  exec setpriv --reuid=postgres --regid=postgres --init-groups -- "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export POSTGRES_USER=${POSTGRES_USER:-postgres}
  export POSTGRES_DB=${POSTGRES_DB:-$POSTGRES_USER}
  initdb --username="$POSTGRES_USER" --pwfile=<(echo "${POSTGRES_PASSWORD:?is not set}")
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait --options="-c listen_addresses=" start
  if [ "$POSTGRES_DB" != postgres ]; then createdb -U "$POSTGRES_USER" "$POSTGRES_DB"; fi
  for script in /docker-entrypoint-initdb.d/*.sh; do bash "$script"; done
  pg_ctl --mode=fast --wait stop
fi
exec "$@"
