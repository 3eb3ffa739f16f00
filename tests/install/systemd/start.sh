#!/bin/sh
# Gives systemd a cgroup tree of its own, of version 2 whichever version the machine has, and mounts that reach the processes it starts, which credentials need.
set -e
umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
own=/sys/fs/cgroup/patchbay-$(hostname)
mkdir -p "$own"
echo $$ >"$own/cgroup.procs"
umount /sys/fs/cgroup
mount --make-rshared /
exec unshare --cgroup sh -c 'mount -t cgroup2 none /sys/fs/cgroup; exec /sbin/init'
