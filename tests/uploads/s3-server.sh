#!/usr/bin/env bash
# A real S3 server for the tests: Ceph's gateway with one monitor and one store in memory, on loopback.
# Usage: s3-server.sh FOLDER PORT ACCESS_KEY SECRET_KEY. FOLDER must be empty. Takes about 20 s and 200 MB of memory.
# TLS_PORT and TLS_CERTIFICATE (a file with certificate and key): serves TLS too.
# The processes write their ids to FOLDER/*.pid; the caller stops them by these.
set -euo pipefail
folder=$1 port=$2 access_key=$3 secret_key=$4
monitor_port=$((port + 1))
tls=${TLS_PORT:+ ssl_endpoint=127.0.0.1:$TLS_PORT ssl_certificate=$TLS_CERTIFICATE}
bash "$(dirname "$0")/../../scripts/need.sh" radosgw ceph-mon ceph-osd ceph-common curl

mkdir -p "$folder"/{mon,osd,rgw,sock}
conf=$folder/ceph.conf
uuid() { cat /proc/sys/kernel/random/uuid; }
cluster=$(uuid)

cat >"$conf" <<CONF
[global]
fsid = $cluster
mon host = [v1:127.0.0.1:$monitor_port]
mon initial members = a
monmap = $folder/monmap
mon allow pool size one = true
auth cluster required = none
auth service required = none
auth client required = none
ms bind ipv6 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
run dir = $folder
admin socket = $folder/sock/\$name.asok
pid file = $folder/\$name.pid
log file = $folder/\$name.log
[mon.a]
mon data = $folder/mon
[osd.0]
osd data = $folder/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd class load list = *
osd class default list = *
[client.rgw]
rgw data = $folder/rgw
rgw frontends = beast endpoint=127.0.0.1:$port$tls
CONF

# A command that is sent before the cluster's map has arrived is refused as coming from another cluster ("wrong fsid"). The map
# in a file helps some programs; the others are asked again.
monmaptool --create --addv a "[v1:127.0.0.1:$monitor_port]" --fsid "$cluster" --clobber "$folder/monmap" >/dev/null

persist() {
  for _ in $(seq 5); do timeout 60 "$@" >>"$folder/start.log" 2>&1 && return 0; sleep 0.5; done
  tail -n 20 "$folder/start.log" >&2
  return 1
}

cluster_command() { persist ceph -c "$conf" "$@"; }

start_monitor() {
  ceph-mon -c "$conf" --mkfs -i a --monmap "$folder/monmap" 2>>"$folder/start.log"
  ceph-mon -c "$conf" -i a 2>>"$folder/start.log"
  for _ in $(seq 40); do timeout 5 ceph -c "$conf" -s >/dev/null 2>&1 && return 0; sleep 0.5; done
  echo "the monitor did not answer; see $folder/start.log" >&2
  return 1
}

start_store() {
  local id
  id=$(uuid)
  cluster_command osd new "$id"
  persist ceph-osd -c "$conf" -i 0 --mkfs --osd-uuid "$id"
  cluster_command osd crush add-bucket here host
  cluster_command osd crush move here root=default
  cluster_command osd crush add osd.0 1 host=here
  persist ceph-osd -c "$conf" -i 0
}

start_gateway() {
  persist radosgw-admin -c "$conf" user create --uid=tests --display-name=tests \
    --access-key="$access_key" --secret-key="$secret_key"
  persist radosgw -c "$conf" -n client.rgw
  for _ in $(seq 120); do curl -s -o /dev/null -m 2 "http://127.0.0.1:$port/" && return 0; sleep 0.5; done
  echo "the gateway did not answer; see $folder/start.log" >&2
  return 1
}

start_monitor
start_store
start_gateway
echo "s3=http://127.0.0.1:$port"
