-- additive: a new column that is null
-- Snapshots of different runs of the server cannot be compared: after a crash or a failover, ids of transactions that the
-- last purge has seen can be given out again.

-- The run of the server that took the snapshot; null if the release before this column has stored it.
alter table cdn_purges add column server text;
