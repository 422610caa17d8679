-- additive: a table

-- The running processes of the store (docs/operations.md).

-- A process that runs or has run in the last hour. It updates its row twice a minute and deletes it when it stops; rows of
-- processes that died are deleted after an hour.
create table processes (
  id           uuid        primary key,
  role         text        not null,
  -- The id of the build of the storefront, which changes with each release.
  build        text        not null,
  host         text        not null,
  pid          integer     not null,
  started_at   timestamptz not null,
  last_seen_at timestamptz not null default now()
);
