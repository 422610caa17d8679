create table promo_codes (
  id                 integer generated always as identity primary key,
  code               text not null unique check (code = upper(code) and code ~ '^[A-Z0-9-]{3,40}$'),
  kind               text not null check (kind in ('percent', 'fixed', 'free_delivery', 'gift')),
  percent            smallint check (percent between 1 and 90),
  amount_minor       bigint check (amount_minor > 0),
  gift_product_id    integer references products,
  starts_at          timestamptz,
  ends_at            timestamptz,
  min_sum_minor      bigint not null default 0 check (min_sum_minor >= 0),
  max_uses           integer check (max_uses > 0),
  max_uses_customer  integer check (max_uses_customer > 0),
  uses               integer not null default 0 check (uses >= 0),
  first_order_only   boolean not null default false,
  customer_id        integer references customers,
  active             boolean not null default true,
  created_at         timestamptz not null default now(),
  check (max_uses is null or uses <= max_uses),
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'fixed') = (amount_minor is not null)),
  check ((kind = 'gift') = (gift_product_id is not null))
);
create table promo_code_products (
  promo_code_id integer not null references promo_codes on delete cascade,
  product_id    integer not null references products on delete cascade,
  primary key (promo_code_id, product_id)
);
create table promo_code_categories (
  promo_code_id integer not null references promo_codes on delete cascade,
  category_id   integer not null references categories,
  primary key (promo_code_id, category_id)
);

create table presents (
  id              integer generated always as identity primary key,
  threshold_minor bigint not null check (threshold_minor > 0),
  choose_count    integer not null default 1 check (choose_count > 0),
  active          boolean not null default true
);
create table present_products (
  present_id integer not null references presents on delete cascade,
  product_id integer not null references products on delete cascade,
  option_id  integer not null default 0,
  primary key (present_id, product_id)
);
