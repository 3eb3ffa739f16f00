#!/usr/bin/env bash
# Prints the folder of `prometheus` and `promtool`. Where they are not installed, Debian's package is unpacked into a folder of the user and not
# installed: an installed one starts a server.
set -euo pipefail
if command -v prometheus >/dev/null && command -v promtool >/dev/null; then
  dirname "$(command -v promtool)"
  exit 0
fi
folder=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/patchbay-prometheus
if [ ! -x "$folder/usr/bin/promtool" ]; then
  mkdir -p "$folder"
  work=$(mktemp -d "$folder/unpack.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
  apt-cache show prometheus >/dev/null 2>&1 || as_root apt-get update -qq -o DPkg::Lock::Timeout=300 >&2
  (cd "$work" && apt-get download -qq -o APT::Sandbox::User=root prometheus >&2)
  dpkg -x "$work"/prometheus_*.deb "$work/root"
  cp -r "$work/root/usr" "$folder/"
fi
echo "$folder/usr/bin"
