#!/bin/bash
# Copies the database server into an empty folder, and follows it. An incomplete copy is made anew.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$(dirname "$PGDATA")"
  rm -rf "$PGDATA.new"
  pg_basebackup --host=postgres --username=replicator --slot=standby --wal-method=stream --checkpoint=fast \
    --write-recovery-conf --pgdata="$PGDATA.new"
  mv -T "$PGDATA.new" "$PGDATA"
fi
# A standby pauses if its max_connections is lower than that of the server in compose.yaml.
# Its feedback lets the server keep rows that an export still reads here.
exec postgres -c hot_standby=on -c hot_standby_feedback=on -c max_connections=200
