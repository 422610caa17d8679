create table carts (
  customer_id        integer primary key references customers on delete cascade,
  address_id         integer references addresses,
  shipping_method_id integer references shipping_methods,
  pickup_point       text references pickup_points,
  payment_method     text,
  promo_code         text,
  use_bonus          boolean not null default false,
  updated_at         timestamptz not null default now()
);

-- No reference to the variant: an option that was withdrawn leaves its line, flagged, for the shopper to mend.
create table cart_lines (
  customer_id integer not null references carts on delete cascade,
  product_id  integer not null references products on delete cascade,
  option_id   integer not null check (option_id >= 0),
  qty         integer not null check (qty > 0),
  added_at    timestamptz not null default clock_timestamp(),
  primary key (customer_id, product_id, option_id)
);

create table cart_presents (
  customer_id integer not null references carts on delete cascade,
  product_id  integer not null references products on delete cascade,
  primary key (customer_id, product_id)
);
