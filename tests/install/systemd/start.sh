#!/bin/sh
# Gives systemd a cgroup tree of its own, of version 2, whichever version the machine has.
set -e
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
own=/sys/fs/cgroup/patchbay-$(hostname)
mkdir -p "$own"
echo $$ >"$own/cgroup.procs"
umount /sys/fs/cgroup
exec unshare --cgroup sh -c 'mount -t cgroup2 none /sys/fs/cgroup; exec /sbin/init'
