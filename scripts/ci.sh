#!/usr/bin/env bash
# The steps of .ci/run: installs what is needed, starts the services, and runs the short form of every suite (scripts/suites/table.ts).
set -uo pipefail
cd "$(dirname "$0")/.."

# The same environment for every caller: no terminal, locale or mask of theirs.
export HOME="${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}" LANG=C.UTF-8 CI=true
unset NODE_OPTIONS FORCE_COLOR COLUMNS
umask 022
# About a thousand processes load the same modules; each is compiled once.
export NODE_COMPILE_CACHE="$CI_WORK/compiled" CI_LOGS="$CI_WORK" CI_STARTED_AT
CI_STARTED_AT=$(date +%s)

fail() { echo "FAILED: $1"; echo "took $SECONDS s"; echo '0 passed, 1 failed'; exit 1; }
install() { timeout 900 npm ci --no-audit --no-fund --loglevel=error </dev/null; }

# Debian packages are downloaded while npm computes.
mapfile -t packages <.ci/packages
timeout 900 bash scripts/need.sh "${packages[@]}" </dev/null &
debian=$!
install || install || fail 'npm ci'
wait "$debian" || fail 'Debian packages'
bash scripts/services.sh </dev/null || fail services
# Files of suites go where the work folder of the run is, and are removed with it.
mkdir -m 1777 "$CI_WORK/tmp"
export TMPDIR="$CI_WORK/tmp"
echo "installed in $SECONDS s"

export PATH="$PWD/node_modules/.bin:$PATH"
# Once for all suites: they start and serve it, and must not build it at the same time.
node scripts/build.ts </dev/null || fail build
export TEST_PROGRAMS=build
node scripts/docs.ts --if-changed </dev/null &
docs=$!
node scripts/console.ts </dev/null || fail 'console:build'
wait "$docs" || echo "the documentation was not built, or has dead links; test:docs says why"
exec node scripts/ci.ts </dev/null
