-- Gift certificates that are bought: lines of a cart and of an order beside their goods. A certificate is no goods, so
-- that an order of certificates alone has no parcel, no address and no weight.
alter table gift_certificates add column voided_minor bigint not null default 0
  check (voided_minor between 0 and amount_minor);
alter table gift_certificates add constraint gift_certificates_parts_check
  check (balance_minor + voided_minor <= amount_minor);

create table cart_certificates (
  id              integer generated always as identity primary key,
  customer_id     integer not null references carts on delete cascade,
  -- Kopecks, as every price of the shop.
  worth_minor     bigint not null check (worth_minor > 0),
  recipient_name  text not null,
  recipient_email text not null,
  sender_name     text not null default '',
  message         text not null default '',
  picture         text not null,
  send_on         date
);
create index cart_certificates_customer on cart_certificates (customer_id);

alter table orders
  add column certificates_minor bigint not null default 0 check (certificates_minor >= 0),
  drop constraint orders_check,
  drop constraint orders_products_minor_check,
  drop constraint orders_products_rub_minor_check,
  drop constraint orders_weight_g_check,
  alter column address drop not null,
  alter column shipping_method_id drop not null;
alter table orders
  add constraint orders_products_minor_check check (products_minor >= 0 and products_minor + certificates_minor > 0),
  add constraint orders_products_rub_minor_check check (products_rub_minor >= 0),
  add constraint orders_weight_g_check check (weight_g >= 0),
  add constraint orders_total_check check (total_minor =
    products_minor - discount_minor - bonus_minor - certificate_minor + delivery_minor + certificates_minor),
  -- Nothing but money pays for a certificate.
  add constraint orders_certificates_check check (total_minor >= certificates_minor),
  add constraint orders_parcel_check check (
    (products_minor > 0) = (address is not null) and (products_minor > 0) = (shipping_method_id is not null));

create table order_certificates (
  order_id        integer not null references orders on delete cascade,
  line            smallint not null check (line > 0),
  -- In the currency of the order, and what it is worth for good, in kopecks.
  price_minor     bigint not null check (price_minor > 0),
  worth_minor     bigint not null check (worth_minor > 0),
  recipient_name  text not null,
  recipient_email text not null,
  sender_name     text not null,
  message         text not null,
  picture         text not null,
  send_on         date,
  -- Whoever holds it may look at the certificate.
  key             text not null unique check (key ~ '^[A-Za-z0-9_-]{32,}$'),
  certificate_id  integer unique references gift_certificates,
  sent_at         timestamptz,
  primary key (order_id, line),
  check (sent_at is null or certificate_id is not null)
);
create index order_certificates_unsent on order_certificates (send_on) where certificate_id is not null and sent_at is null;
