-- Views of lists that staff save (docs/domain/orders.md).

-- A list of the back office with its filters, sort order and columns. Without an owner all staff have it.
create table saved_views (
  id       integer primary key generated always as identity,
  -- The list, such as `orders`.
  resource text    not null check (resource ~ '^[a-z_]{1,40}$'),
  owner_id integer references staff on delete cascade,
  name     text    not null check (length(name) between 1 and 60),
  -- The search parameters of the list, without the position and the row height.
  query    text    not null check (length(query) <= 2000),
  position integer not null check (position >= 0)
);
create index saved_views_resource on saved_views (resource, position, id);
create index saved_views_owner on saved_views (owner_id) where owner_id is not null;
