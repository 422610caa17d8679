-- additive: a table, which the previous release ignores.

-- Up to which change the pages in a CDN were purged: a single row, which a worker locks while it purges.
create table cdn_purges (
  is_only  boolean     primary key default true check (is_only),
  -- What the last purge saw of `content_changes`, and the version of the reference data; null before the first one.
  snapshot text,
  version  bigint,
  read_at  timestamptz,
  check ((snapshot is null) = (version is null) and (snapshot is null) = (read_at is null))
);
insert into cdn_purges default values;
