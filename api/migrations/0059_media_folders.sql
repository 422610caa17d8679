-- additive: a table of its own
-- The folder that holds the pictures of this shop, by the id in its file `folder.id`. Every process has to see the same one.
create table media_folders (
  is_only boolean primary key default true check (is_only),
  id      uuid not null,
  added_at timestamptz not null default now()
);
