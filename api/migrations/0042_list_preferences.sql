-- The arrangement of lists that staff choose (docs/decisions/0072-keep-drafts-of-forms-on-the-server.md).

-- The columns of a list that a person has chosen, in their order, and the height of its rows.
create table list_preferences (
  staff_id   integer not null references staff on delete cascade,
  -- The list, such as `orders`.
  resource   text    not null check (resource ~ '^[a-z_]{1,40}$'),
  -- Empty: those of everybody.
  columns    text[]  not null default '{}',
  is_compact boolean not null default false,
  primary key (staff_id, resource)
);
