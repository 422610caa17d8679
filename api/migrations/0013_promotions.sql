-- Promo codes and gifts with purchase: tables of the promotions module (docs/domain/promotions.md).

-- A promo code with its discount and its conditions. Amounts are kopecks.
create table promo_codes (
  id                integer     generated always as identity primary key,
  code              text        not null unique check (code = upper(code) and code ~ '^[A-Z0-9-]{3,40}$'),
  active            boolean     not null default true,
  -- Whether customers see the code in their profiles.
  listed            boolean     not null default true,

  kind              text        not null check (kind in ('percent', 'fixed', 'free_delivery', 'gift')),
  percent           smallint    check (percent between 1 and 90),
  amount_minor      bigint      check (amount_minor > 0),
  gift_product_id   integer     references products,
  gift_option_id    integer     not null default 0,

  starts_at         timestamptz,
  ends_at           timestamptz,
  min_sum_minor     bigint      not null default 0 check (min_sum_minor >= 0),
  first_order_only  boolean     not null default false,
  -- The only customer who may use it; null: everyone.
  customer_id       integer     references customers,

  -- The limits of uses in total and for each customer, and the uses so far.
  max_uses          integer     check (max_uses > 0),
  max_uses_customer integer     check (max_uses_customer > 0),
  uses              integer     not null default 0 check (uses >= 0),

  created_at        timestamptz not null default now(),
  constraint promo_codes_uses_limit_check check (max_uses is null or uses <= max_uses),
  constraint promo_codes_percent_kind_check check ((kind = 'percent') = (percent is not null)),
  constraint promo_codes_fixed_kind_check check ((kind = 'fixed') = (amount_minor is not null)),
  constraint promo_codes_gift_kind_check check ((kind = 'gift') = (gift_product_id is not null))
);

-- A product that a promo code applies to. Without rows here and for categories, it applies to all products.
create table promo_code_products (
  promo_code_id integer not null references promo_codes on delete cascade,
  product_id    integer not null references products on delete cascade,
  primary key (promo_code_id, product_id)
);

-- A category, with its descendants, that a promo code applies to.
create table promo_code_categories (
  promo_code_id integer not null references promo_codes on delete cascade,
  category_id   integer not null references categories,
  primary key (promo_code_id, category_id)
);

-- The use of a promo code by an order; released if the order is canceled.
create table promo_code_uses (
  order_id      integer primary key,
  promo_code_id integer not null references promo_codes,
  customer_id   integer not null references customers
);
create index promo_code_uses_code on promo_code_uses (promo_code_id, customer_id);

-- A cart value from which a shopper may choose gifts.
create table gift_tiers (
  id              integer generated always as identity primary key,
  -- Kopecks.
  threshold_minor bigint  not null check (threshold_minor > 0),
  choose_count    integer not null default 1 check (choose_count > 0),
  active          boolean not null default true
);

-- A gift of a tier.
create table gift_tier_products (
  gift_tier_id integer not null references gift_tiers on delete cascade,
  product_id   integer not null references products on delete cascade,
  option_id    integer not null default 0,
  primary key (gift_tier_id, product_id)
);

-- Cached by every process: triggers, so that changes made by hand in SQL invalidate the caches too.
create trigger gift_tiers_after_change after insert or update or delete or truncate on gift_tiers
  for each statement execute function increment_reference_data_version();
create trigger gift_tier_products_after_change after insert or update or delete or truncate on gift_tier_products
  for each statement execute function increment_reference_data_version();
