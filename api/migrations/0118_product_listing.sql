-- additive: tables that stay empty until the store keeps its listing in the database.

-- What decides how a product can be shipped. Many products have the same; rows are never changed.
create table product_goods (
  id integer generated always as identity primary key,
  hazard hazard_class not null,
  hs_code text not null,
  weight_g integer not null,
  size_mm integer[],
  unique nulls not distinct (hazard, hs_code, weight_g, size_mm)
);

-- The columns of active products that lists are filtered, counted and sorted by: a narrow copy for catalogs that are too
-- large for the memory of each process. `units_sold` and prices are those of `products`, of stock only whether there is any.
create table product_listing (
  product_id integer primary key,
  category_id integer not null,
  brand_id integer not null,
  series_id integer,
  goods_id integer not null references product_goods,
  price_minor bigint not null,
  old_price_minor bigint,
  sale_ends_at timestamptz,
  published_at timestamptz not null,
  units_sold integer not null,
  rating_sum integer not null,
  reviews_count integer not null,
  discount_percent smallint not null,
  is_in_stock boolean not null,
  concern_ids integer[] not null,
  tag_ids integer[] not null
);
create index product_listing_category on product_listing (category_id);
create index product_listing_brand on product_listing (brand_id);
create index product_listing_series on product_listing (series_id) where series_id is not null;
create index product_listing_tags on product_listing using gin (tag_ids);
create index product_listing_popular on product_listing (is_in_stock desc, units_sold desc, product_id);
create index product_listing_newest on product_listing (is_in_stock desc, published_at desc, product_id);
create index product_listing_best_selling on product_listing (units_sold desc, product_id) where units_sold > 0;
create index product_listing_published on product_listing (published_at);
create index product_listing_discounted on product_listing (discount_percent) where discount_percent > 0;
create index product_listing_sale_ends on product_listing (sale_ends_at) where sale_ends_at is not null;
-- Most rows stay as they are; the few changed ones are found again soon.
alter table product_listing set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Whether `product_listing` is kept: `filling` and `filled` by the triggers of `products`, `leaving` until no process reads
-- it anymore.
create table product_listing_state (
  only_row boolean primary key default true check (only_row),
  status text not null default 'off' check (status in ('off', 'filling', 'filled', 'leaving')),
  changed_at timestamptz not null default now()
);
insert into product_listing_state default values;

-- Copies products to `product_listing`; those that are not active are removed from it.
create function refresh_product_listing(ids integer[]) returns void language plpgsql as $$
begin
  insert into product_goods (hazard, hs_code, weight_g, size_mm)
    select distinct p.hazard, p.hs_code, p.weight_g, p.size_mm from products p
    where p.id = any (ids) and p.status = 'active' and not exists (
      select from product_goods g
      where (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g) and g.size_mm is not distinct from p.size_mm)
    order by 1, 2, 3, 4
    on conflict do nothing;
  insert into product_listing as l (product_id, category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids)
    select p.id, p.category_id, p.brand_id, p.series_id, g.id, p.price_minor, p.old_price_minor, p.sale_ends_at,
      p.published_at, p.units_sold, p.rating_sum, p.reviews_count, p.discount_percent, p.stock > 0, p.concern_ids, p.tag_ids
    from products p join product_goods g on (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g)
      and g.size_mm is not distinct from p.size_mm
    where p.id = any (ids) and p.status = 'active'
    order by p.category_id, p.id
    on conflict (product_id) do update set (category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids)
      = (excluded.category_id, excluded.brand_id, excluded.series_id, excluded.goods_id, excluded.price_minor,
        excluded.old_price_minor, excluded.sale_ends_at, excluded.published_at, excluded.units_sold, excluded.rating_sum,
        excluded.reviews_count, excluded.discount_percent, excluded.is_in_stock, excluded.concern_ids, excluded.tag_ids)
      where l is distinct from excluded;
  delete from product_listing l
    where l.product_id = any (ids)
      and not exists (select from products p where p.id = l.product_id and p.status = 'active');
end $$;

create function is_product_listing_kept() returns boolean language sql stable
  return exists (select from product_listing_state where status <> 'off');

create function product_listing_after_insert() returns trigger language plpgsql as $$
begin
  if is_product_listing_kept() then
    perform refresh_product_listing(array(select id from inserted where status = 'active'));
  end if;
  return null;
end $$;

create function product_listing_after_update() returns trigger language plpgsql as $$
begin
  if is_product_listing_kept() then
    perform refresh_product_listing(array(
      select n.id from updated n left join previous o using (id)
      where (n.status, n.category_id, n.brand_id, n.series_id, n.hazard, n.hs_code, n.weight_g, n.size_mm, n.price_minor,
          n.old_price_minor, n.sale_ends_at, n.published_at, n.units_sold, n.rating_sum, n.reviews_count,
          n.discount_percent, n.stock > 0, n.concern_ids, n.tag_ids)
        is distinct from (o.status, o.category_id, o.brand_id, o.series_id, o.hazard, o.hs_code, o.weight_g, o.size_mm,
          o.price_minor, o.old_price_minor, o.sale_ends_at, o.published_at, o.units_sold, o.rating_sum, o.reviews_count,
          o.discount_percent, o.stock > 0, o.concern_ids, o.tag_ids)));
  end if;
  return null;
end $$;

create function product_listing_after_delete() returns trigger language plpgsql as $$
begin
  delete from product_listing l using deleted d where l.product_id = d.id;
  return null;
end $$;

create function product_listing_after_truncate() returns trigger language plpgsql as $$
begin
  delete from product_listing;
  return null;
end $$;

-- Triggers, so that the changes of every writer are copied in their own transactions.
create trigger product_listing_after_insert after insert on products
  referencing new table as inserted for each statement execute function product_listing_after_insert();
-- For the same reason.
create trigger product_listing_after_update after update on products
  referencing old table as previous new table as updated for each statement execute function product_listing_after_update();
-- For the same reason.
create trigger product_listing_after_delete after delete on products
  referencing old table as deleted for each statement execute function product_listing_after_delete();
-- For the same reason.
create trigger product_listing_after_truncate after truncate on products
  for each statement execute function product_listing_after_truncate();
