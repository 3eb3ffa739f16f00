#!/usr/bin/env bash
# Installs Debian packages by name where they are missing. Safe to repeat, and to run twice at once.
set -euo pipefail
missing=()
for package in "$@"; do dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package"); done
[ ${#missing[@]} -eq 0 ] && exit 0
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
echo "installing ${missing[*]}"
exec 9>"${TMPDIR:-/tmp}/patchbay-apt.lock"
flock 9
# Without a configuration of its own the package starts no mail server: tests run one with theirs.
case " ${missing[*]} " in
  *' postfix '*) echo 'postfix postfix/main_mailer_type select No configuration' | as_root debconf-set-selections ;;
esac
as_root apt-get update -qq -o DPkg::Lock::Timeout=300
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=300 "${missing[@]}" >/dev/null 9>&-
