#!/usr/bin/env bash
# A PostgreSQL for tests only: on loopback, on a port of its own, without waiting for the disk.
#   scripts/test-database.sh start FOLDER   prints the URL of the server, to be set as TEST_DATABASE_SERVER
#   SETTINGS=file: uses these settings of PostgreSQL, and waits for the disk as an installation does
#   scripts/test-database.sh stop FOLDER
set -euo pipefail
command=${1:?start or stop}
folder=${2:?a folder}
settings=${SETTINGS:+$(realpath "$SETTINGS")}
binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)

# PostgreSQL refuses to run as root.
as_owner() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }

free_port() {
  local port
  for _ in $(seq 50); do
    port=$((19000 + RANDOM % 1000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return 0; }
  done
  return 1
}

# Benchmarks run with the settings of an installation.
speed_settings() {
  if [ -n "$settings" ]; then cat "$settings"; return; fi
  cat <<END
shared_buffers = 256MB
fsync = off
synchronous_commit = off
full_page_writes = off
max_wal_size = 2GB
END
}

# One database of a suite is dropped as soon as it ends, so nothing here has to survive a crash of the machine.
start() {
  local port
  port=$(free_port)
  mkdir -p "$folder"
  [ "$(id -u)" = 0 ] && chown postgres: "$folder"
  cd "$folder"
  as_owner "$binaries/initdb" -D "$folder/data" -U postgres --auth=trust --no-sync -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1 \
    || { cat "$folder/initdb.log" >&2; return 1; }
  speed_settings >>"$folder/data/postgresql.conf"
  cat >>"$folder/data/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = ''
max_connections = 400
END
  as_owner "$binaries/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w -t 60 start >/dev/null 2>&1 </dev/null \
    || { cat "$folder/server.log" >&2; return 1; }
  echo "postgres://postgres@127.0.0.1:$port"
}

stop() { cd "$folder" && as_owner "$binaries/pg_ctl" -D "$folder/data" -m immediate -w -t 30 stop >/dev/null 2>&1 || true; }

"$command"
