#!/usr/bin/env bash
# Starts PostgreSQL, Redis and NATS with JetStream on loopback where they are not running already.
# Installs what is missing by Debian package name. Safe to repeat; stops nothing.
set -euo pipefail

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

wait_for() {
  for _ in $(seq 100); do listens "$1" && return 0; sleep 0.1; done
  echo "port $1 did not open within 10 s" >&2
  return 1
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

need() { bash "$(dirname "$0")/need.sh" "$@"; }

start_postgresql() {
  need postgresql
  local version
  version=$(ls /etc/postgresql | sort -n | tail -n 1)
  as_root pg_ctlcluster --skip-systemctl-redirect "$version" main start || true
  wait_for 5432
}

start_redis() {
  need redis-server
  redis-server --daemonize yes --bind 127.0.0.1 --port 6379 --save '' --appendonly no --dir "${TMPDIR:-/tmp}" >/dev/null
  wait_for 6379
}

start_nats() {
  need nats-server
  local store="${TMPDIR:-/tmp}/patchbay-nats"
  mkdir -p "$store"
  setsid nats-server -a 127.0.0.1 -p 4222 -js -sd "$store" -l "$store/server.log" </dev/null >/dev/null 2>&1 &
  wait_for 4222
}

# The development URLs log in as postgres without a password, over loopback only.
trust_loopback() {
  psql -h 127.0.0.1 -U postgres -qtc 'select 1' >/dev/null 2>&1 && return 0
  local version hba
  version=$(ls /etc/postgresql | sort -n | tail -n 1)
  hba=/etc/postgresql/$version/main/pg_hba.conf
  as_root sed -i '1i host all postgres 127.0.0.1/32 trust' "$hba"
  as_root pg_ctlcluster --skip-systemctl-redirect "$version" main reload
}

listens 5432 || start_postgresql
trust_loopback
listens 6379 || start_redis
listens 4222 || start_nats
echo "postgresql=127.0.0.1:5432 redis=127.0.0.1:6379 nats=127.0.0.1:4222"
