-- Pieces of a cart that wait for the next order: they come back into the cart once the first order is placed.
create table cart_set_aside (
  customer_id integer not null references carts on delete cascade,
  product_id  integer not null references products on delete cascade,
  option_id   integer not null check (option_id >= 0),
  qty         integer not null check (qty > 0),
  primary key (customer_id, product_id, option_id)
);
