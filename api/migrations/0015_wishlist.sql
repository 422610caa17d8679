-- Wishlists: table of the wishlist module.

-- A product in a customer's wishlist.
create table wishlist_items (
  customer_id integer     not null references customers on delete cascade,
  product_id  integer     not null references products on delete cascade,
  added_at    timestamptz not null default now(),
  primary key (customer_id, product_id)
);
