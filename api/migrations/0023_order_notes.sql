-- additive: new tables, nullable columns and indexes
-- Work of the staff on orders: tables and columns of the orders module (docs/domain/orders.md).

-- When the parcel was handed over to the carrier; null also for orders that a previous release has shipped.
alter table orders add column shipped_at timestamptz;
update orders o set shipped_at = h.shipped_at
from (select order_id, min(created_at) as shipped_at from order_history where status = 'shipped' group by order_id) h
where h.order_id = o.id;

-- Lists of the back office: by destination, by shipping method, and by the time from which the days of handling count.
create index orders_country on orders ((address ->> 'country'), placed_at, id);
create index orders_shipping_method on orders (shipping_method_id, placed_at, id);
create index orders_due on orders (coalesce(paid_at, 'infinity'::timestamptz), id);
-- The few products whose orders wait for data of the customs declaration.
create index products_without_customs_data on products (id) where hs_code = '' or customs_name_en = '';

-- The member of staff, command or job that changed the status; null: the customer, the payment or the store itself.
alter table order_history
  add column actor_kind  text check (actor_kind in ('staff', 'token', 'command', 'job')),
  add column actor_label text,
  add constraint order_history_actor_check check ((actor_kind is null) = (actor_label is null));

-- A note of the staff about an order.
create table order_notes (
  id                     bigint      generated always as identity primary key,
  order_id               integer     not null references orders on delete cascade,
  -- Null: written by a command or by a token.
  author_id              integer     references staff,
  author_label           text        not null,
  text                   text        not null check (length(text) between 1 and 2000),
  -- Emailed to the customer 30 seconds after it was written; all other notes are for the staff only.
  is_visible_to_customer boolean     not null default false,
  -- The ids of the mentioned staff.
  mentions               integer[]   not null default '{}',
  created_at             timestamptz not null
);
create index order_notes_order on order_notes (order_id, id);
create index order_notes_author on order_notes (author_id);

-- The member of staff who works on an order. An assignment that is not renewed ends after 15 minutes.
create table order_assignments (
  order_id    integer     primary key references orders on delete cascade,
  staff_id    integer     not null references staff on delete cascade,
  assigned_at timestamptz not null,
  expires_at  timestamptz not null,
  check (expires_at > assigned_at)
);
create index order_assignments_staff on order_assignments (staff_id);
