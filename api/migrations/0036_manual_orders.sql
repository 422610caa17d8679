-- additive: columns that are null or have a default, and checks and a column that allow more than before
-- Orders that staff place for customers: columns of the modules account, orders and payments (docs/domain/manual-orders.md).

-- Null: staff created the account with an order. Nobody can sign in until the owner of the email sets a password.
alter table customers alter column password_hash drop not null;

-- Staff find a customer by their phone number.
create index customers_phone on customers (right(regexp_replace(phone, '\D', '', 'g'), 10)) where deleted_at is null;

alter table orders
  -- storefront: the customer at the checkout. manual: staff. replacement: the decision about a return.
  add column source         text    not null default 'storefront' check (source in ('storefront', 'manual', 'replacement')),
  -- Who placed it; null: the customer, or a command.
  add column created_by     integer references staff,
  -- Version of the offer, time and IP address with which the customer accepted a manual order before they paid.
  add column terms_accepted jsonb,
  add constraint orders_created_by_check check (created_by is null or source <> 'storefront'),
  add constraint orders_terms_accepted_check check (terms_accepted is null or source = 'manual'),
  -- The customer confirms the duty of a manual order when they pay (docs/domain/customs.md).
  drop constraint orders_customs_declared_check,
  add constraint orders_customs_declared_check check (
    not customs_declared or duty_confirmed is not null or (source = 'manual' and paid_at is null));
update orders set source = 'replacement' where replaces_order_id is not null;
create index orders_source on orders (source, placed_at desc, id desc) where source <> 'storefront';
