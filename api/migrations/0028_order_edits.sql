-- additive: a new table, nullable columns, a column with a default, and a unique index that allows more than before
-- Edits of paid orders: tables and columns of the modules order-edits, orders and payments (docs/domain/order-edits.md).

-- A change of a paid order: of its goods, its address or its delivery. Amounts are minor units of the order's currency.
create table order_edits (
  id               bigint      generated always as identity primary key,
  order_id         integer     not null references orders on delete cascade,
  -- awaiting_payment: the goods are reserved, and the customer has a payment link; the order is unchanged.
  status           text        not null check (status in ('awaiting_payment', 'applied', 'expired', 'canceled')),
  -- What is changed, as it is applied: lines, stock, delivery and amounts, before and after.
  changes          jsonb       not null,
  -- The new total minus the old one: paid by the customer if positive, refunded if negative.
  difference_minor bigint      not null,
  payment_id       text        unique references payments,
  refund_id        text        references refunds,
  reason           text        not null check (length(reason) between 1 and 500),
  -- Null: made by a command.
  created_by       integer     references staff,
  created_at       timestamptz not null,
  -- Until when it can be paid.
  expires_at       timestamptz,
  ended_at         timestamptz,
  constraint order_edits_ended_at_check check ((status = 'awaiting_payment') = (ended_at is null)),
  constraint order_edits_expires_at_check check ((payment_id is null) = (expires_at is null)),
  -- No edit without the payment or the refund of its difference.
  constraint order_edits_payment_check check ((difference_minor > 0) = (payment_id is not null)),
  constraint order_edits_refund_check check ((difference_minor < 0) = (refund_id is not null)),
  constraint order_edits_awaiting_check check (status <> 'awaiting_payment' or payment_id is not null)
);
create index order_edits_order on order_edits (order_id, id);
-- At most one open edit of an order.
create unique index order_edits_open on order_edits (order_id) where status = 'awaiting_payment';
create index order_edits_expiring on order_edits (expires_at) where status = 'awaiting_payment';

-- A line is superseded by an edit, never overwritten: the lines of an order are those with `removed_by_edit` null.
alter table order_lines
  add column added_by_edit   bigint references order_edits,
  add column removed_by_edit bigint references order_edits;

alter table payments
  -- order_edit: the difference that an edit of a paid order adds.
  add column purpose        text   not null default 'order' check (purpose in ('order', 'order_edit')),
  -- The import duty that the customer must confirm before they pay, in minor units; null: nothing to confirm.
  add column duty_minor     bigint check (duty_minor >= 0),
  -- When and from which IP address they confirmed it.
  add column duty_confirmed jsonb,
  add constraint payments_duty_confirmed_check check (duty_confirmed is null or duty_minor is not null);
-- An order has at most one payment that is open or paid, and beside it at most one open payment of an edit.
drop index payments_live;
create unique index payments_live on payments (order_id, purpose)
  where status in ('awaiting', 'error') or (status = 'success' and purpose = 'order');
