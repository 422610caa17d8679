#!/bin/bash
# Runs once, in an empty database server: creates the role and the database of the store, and what a standby needs.
set -euo pipefail

psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=shop_password="$SHOP_DATABASE_PASSWORD" --set=replication_password="$REPLICATION_PASSWORD" <<'SQL'
create role shop login password :'shop_password';
-- A pooler in transaction mode accepts no timeout from clients.
alter role shop set statement_timeout = '15s';
create database shop owner shop;
create role replicator login replication password :'replication_password';
select pg_create_physical_replication_slot('standby');
SQL

echo "host replication replicator samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
