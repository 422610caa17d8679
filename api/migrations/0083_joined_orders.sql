-- additive: a new table
-- Orders that are sent in the parcel of another order (docs/domain/joined-orders.md).

-- An order that is or was sent in the parcel of another one.
create table joined_orders (
  id            bigint      generated always as identity primary key,
  order_id      integer     not null references orders on delete cascade,
  -- The order in whose parcel it is sent. That one is not joined itself.
  main_order_id integer     not null references orders on delete cascade,
  -- The part of its delivery price that was returned, in minor units of the currency of both orders.
  delivery_minor bigint     not null check (delivery_minor >= 0),
  -- The money that was returned for it: less, if points or a gift card paid a part.
  refund_minor  bigint      not null check (refund_minor >= 0),
  -- The estimated duty of the whole parcel, which was shown before the orders were joined.
  duty_minor    bigint      not null check (duty_minor >= 0),
  -- Whether the customer joined them; otherwise staff, or a command if created_by is null.
  by_customer   boolean     not null,
  created_by    integer     references staff,
  created_at    timestamptz not null,
  -- When it was separated again, or one of the orders was canceled.
  separated_at  timestamptz,
  constraint joined_orders_self_check check (order_id <> main_order_id),
  constraint joined_orders_by_customer_check check (not by_customer or created_by is null)
);
create unique index joined_orders_current on joined_orders (order_id) where separated_at is null;
create index joined_orders_order on joined_orders (order_id);
create index joined_orders_main on joined_orders (main_order_id);
create index joined_orders_creator on joined_orders (created_by);
