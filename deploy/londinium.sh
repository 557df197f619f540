#!/bin/sh
# /usr/local/bin/londinium: the program of the service as the service runs it, with its settings and as its user; for root and cron.
set -eu
set -a
. /etc/londinium.env
set +a
export PATH="$PATH:/usr/sbin:/sbin" HOME=/var/lib/londinium LONDINIUM_CACHE=/var/cache/londinium
exec runuser -u londinium -- /opt/londinium/bin/londinium "$@"
