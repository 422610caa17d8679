-- Carts: tables of the cart module (docs/domain/cart.md).

-- The cart of a customer, with what they have chosen for the order.
create table carts (
  customer_id        integer     primary key references customers on delete cascade,
  address_id         integer     references addresses,
  shipping_method_id integer     references shipping_methods,
  pickup_point       text        references pickup_points,
  -- Country and city of the address for which the pickup point was chosen; for another city the choice is void.
  pickup_area        text,
  payment_method     text,
  promo_code         text,
  gift_card_id       integer     references gift_cards on delete set null,
  use_loyalty_points boolean     not null default false,
  updated_at         timestamptz not null default now(),
  -- When the customer was reminded of the cart; once, until all lines are newer.
  reminded_at        timestamptz
);
create index carts_abandoned on carts (updated_at) where reminded_at is null;

-- An item in a cart. Without a reference to the variant: if an option is withdrawn, the line stays and is reported.
create table cart_lines (
  customer_id      integer     not null references carts on delete cascade,
  product_id       integer     not null references products on delete cascade,
  option_id        integer     not null check (option_id >= 0),
  qty              integer     not null check (qty > 0),
  added_at         timestamptz not null default clock_timestamp(),
  -- What the customer saw last (price in kopecks); differences from it are reported once.
  seen_qty         integer     check (seen_qty > 0),
  seen_price_minor bigint      check (seen_price_minor >= 0),
  seen_on_sale     boolean,
  seen_available   boolean,
  primary key (customer_id, product_id, option_id)
);

-- An item saved for later. It returns to the cart when the order is placed.
create table cart_saved_items (
  customer_id integer not null references carts on delete cascade,
  product_id  integer not null references products on delete cascade,
  option_id   integer not null check (option_id >= 0),
  qty         integer not null check (qty > 0),
  primary key (customer_id, product_id, option_id)
);

-- A gift that was chosen from the reached gift tier.
create table cart_gifts (
  customer_id integer not null references carts on delete cascade,
  product_id  integer not null references products on delete cascade,
  primary key (customer_id, product_id)
);

-- A gift card to buy.
create table cart_gift_cards (
  id               integer generated always as identity primary key,
  customer_id      integer not null references carts on delete cascade,
  -- Kopecks.
  face_value_minor bigint  not null check (face_value_minor > 0),
  design           text    not null,
  recipient_name   text    not null,
  recipient_email  text    not null,
  sender_name      text    not null default '',
  message          text    not null default '',
  -- Null: when it is paid.
  send_on          date
);
create index cart_gift_cards_customer on cart_gift_cards (customer_id);
