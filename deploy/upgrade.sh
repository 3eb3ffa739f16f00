#!/usr/bin/env bash
# Replaces the API, worker and sandbox containers of deploy/compose.yaml by those of the image in deploy/.env (PATCHBAY_IMAGE), without a failed request:
# migrates, starts new API containers beside the old ones, and stops the old ones when the new ones are ready.
# Options are passed to Compose: deploy/upgrade.sh --env-file FILE -p PROJECT. COMPOSE=docker-compose where Compose is a program of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra program <<<"${COMPOSE:-docker compose}"
compose() { "${program[@]}" -f deploy/compose.yaml "$@"; }
options=("$@")
READY_WITHIN_S=180
# The proxy looks up the addresses of the containers every half second, and asks them as often.
PROXY_NOTICES_S=3

is_healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]; }

compose "${options[@]}" run --rm --no-deps migrate

mapfile -t old < <(compose "${options[@]}" ps -q api)
[ "${#old[@]}" -gt 0 ] || { echo 'no API container runs; start with: docker compose -f deploy/compose.yaml up -d' >&2; exit 1; }
compose "${options[@]}" up -d --no-deps --no-recreate --scale "api=$((2 * ${#old[@]}))" api
for container in $(compose "${options[@]}" ps -q api); do
  until is_healthy "$container"; do
    if [ "$SECONDS" -gt "$READY_WITHIN_S" ]; then
      echo "the container $container is not ready after $READY_WITHIN_S s; the old ones still answer; see: docker logs $container" >&2
      exit 1
    fi
    sleep 1
  done
done
sleep "$PROXY_NOTICES_S"
for container in "${old[@]}"; do
  docker stop --time 40 "$container" >/dev/null
  docker rm "$container" >/dev/null
done
compose "${options[@]}" up -d --no-deps worker sandbox
