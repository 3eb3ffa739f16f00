#!/usr/bin/env bash
# Installs Patchbay on Debian 13 from this clone, with PostgreSQL, Valkey, NATS and nginx of Debian, or upgrades an installation to the version of the
# clone. Run it as root; it may be repeated. docs/guides/debian.md describes what it does and what it leaves to you.
#   deploy/debian/install.sh [--with-sandbox]
set -euo pipefail
shopt -s inherit_errexit
source=$(cd "$(dirname "$0")/../.." && pwd)
home=/opt/patchbay
settings=/etc/patchbay
with_sandbox=
[ "${1:-}" != --with-sandbox ] || with_sandbox=1
[ "$(id -u)" = 0 ] || { echo 'run this as root' >&2; exit 1; }

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

install_packages() {
  step 'Debian packages'
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    ca-certificates curl nginx-light nats-server npm openssl postgresql valkey-server
  systemctl enable --now postgresql valkey-server nginx
}

# Node 24 comes from npm, as on a developer's machine: Debian 13 has Node 20.
install_node() {
  step 'Node'
  local version architecture
  version=$(sed -n 's/^ *"node": "\([0-9.]*\)".*/\1/p' "$source/package.json")
  architecture=$(dpkg --print-architecture | sed 's/amd64/x64/')
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$home/node" "node-linux-$architecture@$version"
  ln -sfn "$home/node/node_modules/node-linux-$architecture/bin/node" "$home/node/node"
}

# Every version has a folder of its own, so the previous one can be started again.
install_release() {
  step 'sources, packages, build, console and documentation'
  release=$home/releases/$(date -u +%Y%m%dT%H%M%SZ)
  mkdir -p "$release"
  tar -C "$source" --exclude=node_modules --exclude=./.git --exclude=./.data --exclude='.env' --no-same-owner -cf - . | tar -C "$release" --no-same-owner -xf -
  (
    cd "$release"
    export PATH=$home/node:$PATH
    npm ci --silent --ignore-scripts --no-audit --no-fund
    node scripts/build.ts >/dev/null
    node scripts/docs.ts >/dev/null
    node scripts/console.ts >/dev/null
    npm prune --silent --omit=dev --ignore-scripts --no-audit --no-fund
  )
}

secret() { [ -s "$settings/credentials/$1" ] || (umask 077 && printf '%s' "$2" >"$settings/credentials/$1"); }

# The user of the processes cannot read the credentials: systemd hands each process a copy of its own.
write_settings() {
  step 'settings'
  id patchbay >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin patchbay
  install -d -m 755 "$settings"
  install -d -m 700 "$settings/credentials"
  [ -e "$settings/patchbay.env" ] || install -m 644 "$source/deploy/debian/patchbay.env" "$settings/patchbay.env"
  [ -z "$with_sandbox" ] || printf 'SANDBOX_URL=http://127.0.0.1:8090\nSANDBOX_SMTP_URL=smtp://127.0.0.1:8025\n' >"$settings/sandbox.env"
  secret database-password "$(openssl rand -hex 24)"
  secret database-url "postgres://patchbay:$(cat "$settings/credentials/database-password")@127.0.0.1:5432/patchbay"
  secret master-key "$(openssl rand -base64 32)"
}

configure_nats() {
  step 'NATS'
  install -d -o nats -g nats -m 750 /var/lib/nats
  install -m 644 "$source/deploy/debian/nats-server.conf" /etc/nats-server.conf
  systemctl enable nats-server
  systemctl restart nats-server
}

create_database() {
  step 'database'
  local in_use
  in_use=$(runuser -u postgres -- psql -qXAt -d postgres -c "select count(*) from pg_database where datname = 'patchbay'")
  if [ "$in_use" = 0 ]; then
    runuser -u postgres -- createdb patchbay
    (cd / && POSTGRES_USER=postgres POSTGRES_DB=patchbay PATCHBAY_DB_PASSWORD=$(cat "$settings/credentials/database-password") \
      runuser -u postgres --preserve-environment -- bash -s <"$source/deploy/postgres/login.sh")
  fi
}

install_units() {
  step 'systemd and nginx'
  install -m 644 "$source"/deploy/debian/*.service /etc/systemd/system/
  install -m 755 "$source/deploy/debian/patchbay-admin" /usr/local/sbin/patchbay-admin
  install -m 644 "$source/deploy/debian/nginx.conf" /etc/nginx/sites-available/patchbay
  ln -sfn ../sites-available/patchbay /etc/nginx/sites-enabled/patchbay
  rm -f /etc/nginx/sites-enabled/default
  systemctl daemon-reload
}

is_ready() {
  for _ in $(seq 120); do
    ! curl -sf -o /dev/null --max-time 5 "http://127.0.0.1:$1/readyz" || return 0
    sleep 1
  done
  echo "the process on port $1 is not ready; see: journalctl -u 'patchbay-*'" >&2
  return 1
}

# Takes one API process out of nginx, so that no request is on its way to it when it stops; "none" has both in.
route_around() {
  local port
  for port in 8081 8082; do
    if [ "$port" = "$1" ]; then echo "server 127.0.0.1:$port down;"; else echo "server 127.0.0.1:$port max_fails=0;"; fi
  done >"$settings/upstream.conf"
  nginx -t -q
  systemctl reload nginx
  sleep 2
}

# Migrates, then replaces one process after the other while the other one answers.
start_release() {
  step 'migration'
  ln -sfn "$release" "$home/current"
  systemctl restart patchbay-migrate
  step 'processes'
  [ -z "$with_sandbox" ] || systemctl enable --quiet patchbay-sandbox
  ! systemctl is-enabled --quiet patchbay-sandbox || systemctl restart patchbay-sandbox
  systemctl enable --quiet patchbay-api@8081 patchbay-api@8082 patchbay-worker
  for port in 8081 8082; do
    route_around "$port"
    systemctl restart "patchbay-api@$port"
    is_ready "$port"
  done
  route_around none
  systemctl restart patchbay-worker
  is_ready 8083
}

remove_old_releases() {
  find "$home/releases" -mindepth 1 -maxdepth 1 | sort | head -n -3 | xargs -r rm -rf
}

install_packages
install_node
install_release
write_settings
configure_nats
create_database
install_units
start_release
remove_old_releases
step "ready: http://127.0.0.1/; create a tenant with: patchbay-admin tenant create --name NAME"
