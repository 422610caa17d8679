-- Order ids are drawn at random (nine digits), so they tell nobody how many orders there are.
create table orders (
  id                  integer primary key check (id between 100000000 and 999999999),
  customer_id         integer not null references customers,
  status              text not null check (status in
                        ('awaiting_payment', 'paid', 'packing', 'shipped', 'delivered', 'returned', 'cancelled', 'refunded')),
  locale              text not null check (locale in ('ru-RU', 'en-US')),
  currency            char(3) not null references currencies,
  -- Roubles for one unit of the currency, with the margin, as it was.
  rub_per_unit        numeric(20, 8) not null check (rub_per_unit > 0),
  products_minor      bigint not null check (products_minor > 0),
  discount_minor      bigint not null default 0 check (discount_minor >= 0),
  bonus_minor         bigint not null default 0 check (bonus_minor >= 0),
  certificate_minor   bigint not null default 0 check (certificate_minor >= 0),
  delivery_minor      bigint not null check (delivery_minor >= 0),
  total_minor         bigint not null check (total_minor >= 0),
  products_rub_minor  bigint not null check (products_rub_minor > 0),
  customs_tax_minor   bigint not null default 0 check (customs_tax_minor >= 0),
  customs_declared    boolean not null default false,
  customs_rule_id     integer references customs_rules,
  duty_confirmed      jsonb,
  promo_code          text,
  address             jsonb not null,
  shipping_method_id  integer not null references shipping_methods,
  shipping_name       text not null,
  pickup_point        jsonb,
  payment_method      text not null,
  comment             text not null default '' check (length(comment) <= 1000),
  weight_g            integer not null check (weight_g > 0),
  tracking_number     text,
  stock_held          boolean not null default true,
  placed_at           timestamptz not null default now(),
  pay_until           timestamptz not null,
  paid_at             timestamptz,
  delivered_at        timestamptz,
  check (total_minor = products_minor - discount_minor - bonus_minor - certificate_minor + delivery_minor),
  check (not customs_declared or duty_confirmed is not null)
);
create index orders_customer on orders (customer_id, placed_at desc);
create index orders_unpaid on orders (pay_until) where status = 'awaiting_payment';

create table order_lines (
  order_id    integer not null references orders on delete cascade,
  line        smallint not null check (line > 0),
  product_id  integer not null references products,
  option_id   integer not null,
  reference   text not null,
  name        text not null,
  option_name text not null default '',
  qty         integer not null check (qty > 0),
  price_minor bigint not null check (price_minor >= 0),
  total_minor bigint not null,
  is_present  boolean not null default false,
  weight_g    integer not null,
  primary key (order_id, line),
  check (total_minor = price_minor * qty)
);
create index order_lines_product on order_lines (product_id);

create table order_history (
  id       bigint generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  status   text not null,
  at       timestamptz not null default now(),
  note     text not null default ''
);
create index order_history_order on order_history (order_id, id);

create table promo_uses (
  order_id      integer primary key references orders on delete cascade,
  promo_code_id integer not null references promo_codes,
  customer_id   integer not null references customers
);
create index promo_uses_code on promo_uses (promo_code_id, customer_id);

create table gift_certificates (
  id             integer generated always as identity primary key,
  code           text not null unique,
  amount_minor   bigint not null check (amount_minor > 0),
  balance_minor  bigint not null check (balance_minor between 0 and amount_minor),
  bought_in      integer references orders,
  recipient      text not null default '',
  message        text not null default '',
  expires_at     timestamptz,
  created_at     timestamptz not null default now()
);
create table gift_certificate_entries (
  id             bigint generated always as identity primary key,
  certificate_id integer not null references gift_certificates,
  order_id       integer not null references orders,
  delta_minor    bigint not null,
  at             timestamptz not null default now()
);

-- The bonus balance: an append-only ledger and its running sum, which the database keeps from going below zero.
create table bonus_accounts (
  customer_id integer primary key references customers on delete cascade,
  balance     integer not null default 0 check (balance >= 0)
);
create table bonus_entries (
  id          bigint generated always as identity primary key,
  customer_id integer not null references bonus_accounts,
  delta       integer not null check (delta <> 0),
  kind        text not null,
  reason      text not null default '',
  order_id    integer references orders,
  expires_at  timestamptz,
  at          timestamptz not null default now()
);
create index bonus_entries_customer on bonus_entries (customer_id, id desc);
