create table reviews (
  id           integer generated always as identity primary key,
  product_id   integer not null references products on delete cascade,
  customer_id  integer not null references customers,
  rating       smallint not null check (rating between 1 and 5),
  text         text not null default '' check (length(text) <= 3000),
  locale       text not null check (locale in ('ru-RU', 'en-US')),
  author_name  text not null,
  bought       boolean not null default false,
  status       text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  reject_reason text not null default '',
  shop_answer  text not null default '',
  answered_at  timestamptz,
  helpful      integer not null default 0 check (helpful >= 0),
  created_at   timestamptz not null default now(),
  published_at timestamptz,
  unique (product_id, customer_id),
  check (status <> 'published' or published_at is not null)
);
create index reviews_published on reviews (product_id, published_at desc) where status = 'published';
create index reviews_customer on reviews (customer_id, created_at desc);

create table review_photos (
  review_id integer not null references reviews on delete cascade,
  position  smallint not null check (position between 1 and 4),
  media_id  bigint not null references media,
  primary key (review_id, position)
);

create table review_votes (
  review_id   integer not null references reviews on delete cascade,
  customer_id integer not null references customers on delete cascade,
  primary key (review_id, customer_id)
);

-- The rating on every page is the sum of the published reviews, nothing else.
create function sum_reviews(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any (ids) order by id for update;
  update products p set rating_sum = r.rating_sum, reviews_count = r.reviews_count
  from (
    select i.id, coalesce(sum(r.rating), 0) as rating_sum, count(r.id) as reviews_count
    from unnest(ids) i(id) left join reviews r on r.product_id = i.id and r.status = 'published'
    group by i.id
  ) r
  where p.id = r.id and (p.rating_sum, p.reviews_count) is distinct from (r.rating_sum, r.reviews_count);
end $$;
create function reviews_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform sum_reviews(array(select distinct product_id from before));
  else perform sum_reviews(array(select distinct product_id from changed)); end if;
  return null;
end $$;
create trigger reviews_inserted after insert on reviews
  referencing new table as changed for each statement execute function reviews_changed();
create trigger reviews_updated after update on reviews
  referencing new table as changed for each statement execute function reviews_changed();
create trigger reviews_deleted after delete on reviews
  referencing old table as before for each statement execute function reviews_changed();

create table questions (
  id           integer generated always as identity primary key,
  product_id   integer not null references products on delete cascade,
  customer_id  integer not null references customers,
  text         text not null check (length(text) between 10 and 1000),
  is_public    boolean not null,
  locale       text not null check (locale in ('ru-RU', 'en-US')),
  author_name  text not null,
  answer       text not null default '',
  answered_at  timestamptz,
  status       text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  notify       boolean not null default true,
  created_at   timestamptz not null default now(),
  published_at timestamptz
);
create index questions_published on questions (product_id, published_at desc) where status = 'published';
create index questions_customer on questions (customer_id);

create table wishlist_items (
  customer_id integer not null references customers on delete cascade,
  product_id  integer not null references products on delete cascade,
  added_at    timestamptz not null default now(),
  primary key (customer_id, product_id)
);

-- "Tell me when it is back", "tell me when the price drops".
create table product_alerts (
  customer_id integer not null references customers on delete cascade,
  product_id  integer not null references products on delete cascade,
  kind        text not null check (kind in ('back_in_stock', 'price_drop')),
  price_minor bigint check (price_minor > 0),
  created_at  timestamptz not null default now(),
  sent_at     timestamptz,
  primary key (customer_id, product_id, kind)
);
