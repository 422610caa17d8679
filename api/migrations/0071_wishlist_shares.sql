-- additive: new tables
-- Wishlists that are shared by a secret link (docs/decisions/0084-share-a-wishlist-by-a-secret-link.md).

-- A customer's wishlist that everybody who has the link can read. Without a row the wishlist is private.
create table wishlist_shares (
  customer_id integer     primary key references customers on delete cascade,
  -- The secret part of the link. It is stored readable, because its owner sees the link again and the list itself is
  -- stored readable too.
  token       text        not null unique,
  -- What the wishlist is for, as its owner wrote it; empty if nothing.
  occasion    text        not null default '' check (length(occasion) <= 60),
  occasion_on date,
  created_at  timestamptz not null
);

-- A product of a shared wishlist that a visitor has chosen as a gift, so that no other visitor chooses it. It ends with the
-- share, when the product is removed from the wishlist, or after the days of the setting `wishlist.gift_days`.
create table wishlist_gifts (
  customer_id integer     not null references wishlist_shares on delete cascade,
  product_id  integer     not null,
  -- SHA-256 of a random key in a cookie of the giver, who alone can withdraw it. Nothing else is known about them.
  giver_hash  bytea       not null check (length(giver_hash) = 32),
  chosen_at   timestamptz not null,
  primary key (customer_id, product_id),
  foreign key (customer_id, product_id) references wishlist_items on delete cascade
);
