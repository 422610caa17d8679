-- "Tell me when it is back" and "tell me when the price drops" are about the form of a product that was looked at.
alter table product_alerts add column option_id integer not null default 0 check (option_id >= 0);
alter table product_alerts drop constraint product_alerts_pkey;
alter table product_alerts add primary key (customer_id, product_id, option_id, kind);
alter table product_alerts add check (kind = 'back_in_stock' or price_minor is not null);
create index product_alerts_waiting on product_alerts (product_id, option_id) where sent_at is null;

-- The addresses of products that were deleted: they say that it is gone for good, and the category what is like it.
create table gone_products (
  slug        text primary key,
  category_id integer not null,
  gone_at     timestamptz not null default now()
);
create function products_deleted() returns trigger language plpgsql as $$
begin
  insert into gone_products (slug, category_id) select slug, category_id from gone
    on conflict (slug) do update set category_id = excluded.category_id, gone_at = excluded.gone_at;
  return null;
end $$;
create trigger products_deleted after delete on products
  referencing old table as gone for each statement execute function products_deleted();
-- An address that a product takes up is its own.
create function products_named() returns trigger language plpgsql as $$
begin
  delete from gone_products g using fresh f where g.slug = f.slug;
  return null;
end $$;
create trigger products_named after insert on products
  referencing new table as fresh for each statement execute function products_named();
create function product_named_anew() returns trigger language plpgsql as $$
begin
  delete from gone_products where slug = new.slug;
  return null;
end $$;
create trigger product_named_anew after update of slug on products
  for each row when (old.slug <> new.slug) execute function product_named_anew();
