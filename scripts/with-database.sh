#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own, started with a file of settings, and stops it afterwards.
#   scripts/with-database.sh SETTINGS COMMAND…
# If TEST_DATABASE_SERVER names a server already, the command uses that one: it may hold a filled database (KEEP=1).
set -uo pipefail
cd "$(dirname "$0")/.."
settings=${1:?a file of settings}
shift
[ -n "${TEST_DATABASE_SERVER:-}" ] && exec "$@"

folder=$(mktemp -d "${TMPDIR:-/tmp}/patchbay-database.XXXXXX")
chmod 755 "$folder"
trap 'bash scripts/test-database.sh stop "$folder/postgresql"; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
TEST_DATABASE_SERVER=$(SETTINGS=$settings bash scripts/test-database.sh start "$folder/postgresql") || exit 1
export TEST_DATABASE_SERVER
"$@" &
wait $!
