-- Why an order was called off: by its customer, by the shop, or because nobody paid in time.
alter table order_history add column cause text check (cause in ('customer', 'shop', 'expired'));

-- What the shopper was told of a line when he saw it last, in kopecks: what differs now is told to him, once.
alter table cart_lines
  add column seen_qty integer check (seen_qty > 0),
  add column seen_price_minor bigint check (seen_price_minor >= 0),
  add column seen_on_sale boolean,
  add column seen_available boolean;

-- When its owner was reminded of a cart: once, until everything in it is newer.
alter table carts add column reminded_at timestamptz;
create index carts_left on carts (updated_at) where reminded_at is null;
