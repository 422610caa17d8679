-- additive: a nullable column, and a new table
-- Returns that customers request themselves (docs/domain/returns.md).

-- What the customer asked for; null if staff recorded the return.
alter table returns add column requested_outcome text check (requested_outcome in ('refund', 'replacement'));

-- A photo that a customer uploaded for a return: a re-encoded JPEG. It may show a home or an address, so it is stored here
-- and not in the media folder, whose files are public.
create table return_photos (
  id          uuid        primary key default gen_random_uuid(),
  customer_id integer     not null references customers,
  -- Null until the return is requested.
  return_id   bigint      references returns on delete cascade,
  position    smallint,
  content     bytea       not null,
  uploaded_at timestamptz not null,
  constraint return_photos_position_check check ((return_id is null) = (position is null)),
  unique (return_id, position)
);
create index return_photos_customer on return_photos (customer_id);
create index return_photos_unused on return_photos (uploaded_at) where return_id is null;
