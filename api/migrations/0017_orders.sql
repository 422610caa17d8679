-- Orders: tables of the orders module (docs/domain/orders.md). An order stores everything it displays, so that later
-- changes of products, prices and addresses do not change it.

-- An order. Amounts are minor units of `currency`, except `products_rub_minor`.
create table orders (
  -- Nine random digits, which do not reveal how many orders there are
  -- (docs/decisions/0007-use-random-order-numbers.md).
  id                         integer        primary key check (id between 100000000 and 999999999),
  customer_id                integer        not null references customers,
  status                     text           not null check (status in
    ('awaiting_payment', 'paid', 'packing', 'shipped', 'delivered', 'returned', 'cancelled', 'refunded')),
  locale                     text           not null check (locale in ('ru-RU', 'en-US')),
  comment                    text           not null default '' check (length(comment) <= 1000),

  -- Currency, and rubles for one unit of it, including the margin.
  currency                   char(3)        not null references currencies,
  rub_per_unit               numeric(20, 8) not null check (rub_per_unit > 0),
  -- The total is goods - discount - points - paid with gift cards + delivery + gift cards bought.
  products_minor             bigint         not null,
  discount_minor             bigint         not null default 0 check (discount_minor >= 0),
  loyalty_minor              bigint         not null default 0 check (loyalty_minor >= 0),
  gift_card_minor            bigint         not null default 0 check (gift_card_minor >= 0),
  delivery_minor             bigint         not null check (delivery_minor >= 0),
  purchased_gift_cards_minor bigint         not null default 0 check (purchased_gift_cards_minor >= 0),
  total_minor                bigint         not null check (total_minor >= 0),
  -- The goods in kopecks.
  products_rub_minor         bigint         not null check (products_rub_minor >= 0),
  promo_code                 text,
  payment_method             text           not null,

  -- Delivery address, method and pickup point; null for an order of gift cards alone.
  address                    jsonb,
  shipping_method_id         integer        references shipping_methods,
  shipping_name              text           not null,
  pickup_point               jsonb,
  weight_g                   integer        not null check (weight_g >= 0),
  tracking_number            text,

  -- Estimated import tax, the rule it follows, whether the parcel is declared above the duty-free limit, and the
  -- buyer's confirmation (docs/domain/customs.md).
  customs_tax_minor          bigint         not null default 0 check (customs_tax_minor >= 0),
  customs_rule_id            integer        references customs_rules,
  customs_declared           boolean        not null default false,
  duty_confirmed             jsonb,

  -- Whether the goods are subtracted from stock. Set to false when they return to stock.
  is_stock_reserved          boolean        not null default true,

  placed_at                  timestamptz    not null default now(),
  pay_until                  timestamptz    not null,
  paid_at                    timestamptz,
  delivered_at               timestamptz,

  constraint orders_total_check check (total_minor = products_minor - discount_minor - loyalty_minor - gift_card_minor
    + delivery_minor + purchased_gift_cards_minor),
  constraint orders_products_minor_check check (products_minor >= 0 and products_minor + purchased_gift_cards_minor > 0),
  -- Gift cards are paid for with money only.
  constraint orders_purchased_gift_cards_check check (total_minor >= purchased_gift_cards_minor),
  -- Goods need an address and a shipping method; gift cards alone have no parcel.
  constraint orders_parcel_check check (
    (products_minor > 0) = (address is not null) and (products_minor > 0) = (shipping_method_id is not null)),
  constraint orders_customs_declared_check check (not customs_declared or duty_confirmed is not null)
);
create index orders_customer on orders (customer_id, placed_at desc);
create index orders_unpaid on orders (pay_until) where status = 'awaiting_payment';
-- Lists and searches of the staff: by day, by status, and by what customers name when they ask about an order.
create index orders_placed on orders (placed_at, id);
create index orders_status on orders (status, placed_at, id);
create index orders_tracking on orders (tracking_number) where tracking_number is not null;
-- The last ten digits: the prefix of a phone number is written in several ways (+7, 8).
create index orders_phone on orders (right(regexp_replace(address ->> 'phone_mobile', '\D', '', 'g'), 10))
  where address is not null;
create index orders_last_name on orders (lower(address ->> 'last_name') text_pattern_ops)
  where address is not null;

-- An item of an order.
create table order_lines (
  order_id       integer  not null references orders on delete cascade,
  line           smallint not null check (line > 0),
  product_id     integer  not null references products,
  option_id      integer  not null,
  reference      text     not null,
  name           text     not null,
  option_name    text     not null default '',
  qty            integer  not null check (qty > 0),
  -- For one piece; for all pieces; and the part of the order's discount.
  price_minor    bigint   not null check (price_minor >= 0),
  total_minor    bigint   not null,
  discount_minor bigint   not null default 0,
  is_gift        boolean  not null default false,
  weight_g       integer  not null,
  primary key (order_id, line),
  constraint order_lines_total_check check (total_minor = price_minor * qty),
  constraint order_lines_discount_check check (discount_minor between 0 and total_minor)
);
create index order_lines_product on order_lines (product_id);

-- A status that an order had, append-only.
create table order_history (
  id         bigint      generated always as identity primary key,
  order_id   integer     not null references orders on delete cascade,
  status     text        not null,
  -- Why an order was canceled: by the customer, by the store, or because it was not paid in time.
  cause      text        check (cause in ('customer', 'shop', 'expired')),
  note       text        not null default '',
  created_at timestamptz not null default now()
);
create index order_history_order on order_history (order_id, id);

-- ---------------------------------------------------------------------------------------------------------------------
-- References of earlier modules to orders
-- ---------------------------------------------------------------------------------------------------------------------

alter table gift_cards add foreign key (purchase_order_id) references orders;
alter table gift_card_entries add foreign key (order_id) references orders;
alter table order_gift_cards add foreign key (order_id) references orders on delete cascade;
alter table promo_code_uses add foreign key (order_id) references orders on delete cascade;
alter table loyalty_entries add foreign key (order_id) references orders;
