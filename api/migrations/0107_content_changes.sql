-- additive: a table and triggers, which the previous release ignores.

-- What of the content of pages has changed, for caches that store responses (docs/decisions/0105-cache-guest-pages.md).
-- Rows are only inserted, so that no transaction waits for another one. A job deletes those that are older than a day.
-- A tag is `everything`, `catalog` (what lists of products show), `category:…`, `brand:…`, `counts` (the numbers of
-- products) or `product:…`.
create table content_changes (
  id         bigint      generated always as identity primary key,
  tag        text        not null check (length(tag) between 1 and 100),
  -- The transaction that made the change: a cache reads those that it could not see before.
  xid        xid8        not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp()
);
create index content_changes_xid on content_changes (xid);
create index content_changes_changed_at on content_changes (changed_at);

-- For tables whose changes concern one tag: its argument.
create function record_content_change() returns trigger language plpgsql as $$
begin
  insert into content_changes (tag) values (tg_argv[0]);
  return null;
end $$;

-- Menus, banners and texts are part of most pages, and change rarely. Settings, rates, countries and the taxonomy are
-- counted in `reference_data_version` already.
create trigger banners_after_change after insert or update or delete or truncate on banners
  for each statement execute function record_content_change('everything');
create trigger pages_after_change after insert or update or delete or truncate on pages
  for each statement execute function record_content_change('everything');
create trigger page_versions_after_change after insert or update or delete or truncate on page_versions
  for each statement execute function record_content_change('everything');
create trigger brand_files_after_change after insert or update or delete or truncate on brand_files
  for each statement execute function record_content_change('everything');
create trigger on_time_rates_after_change after insert or update or delete or truncate on on_time_rates
  for each statement execute function increment_reference_data_version();

-- Triggers, so that posts and quizzes from files and changed by hand are seen. Menus link to them.
create trigger posts_after_change after insert or update or delete or truncate on posts
  for each statement execute function record_content_change('everything');
-- For the same reason.
create trigger post_tags_after_change after insert or update or delete or truncate on post_tags
  for each statement execute function record_content_change('everything');
-- For the same reason.
create trigger post_products_after_change after insert or update or delete or truncate on post_products
  for each statement execute function record_content_change('everything');
-- For the same reason.
create trigger quizzes_after_change after insert or update or delete or truncate on quizzes
  for each statement execute function record_content_change('everything');

-- Records changed products. Changes of many products concern so many pages that they are recorded as one.
create function record_changed_products(ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(ids) > 500 then
    insert into content_changes (tag) values ('everything');
  else
    insert into content_changes (tag) select distinct 'product:' || id from unnest(ids) changed(id);
  end if;
end $$;

-- Records the lists that changed products belong to: those of their category and brand, and lists of the whole catalog.
create function record_changed_lists(category_ids integer[], brand_ids integer[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(category_ids), 0) = 0 then
    return;
  end if;
  insert into content_changes (tag)
    select 'catalog'
    union all select distinct 'category:' || id from unnest(category_ids) category(id)
    union all select distinct 'brand:' || id from unnest(brand_ids) brand(id);
end $$;

create function products_content_after_insert() returns trigger language plpgsql as $$
begin
  perform record_changed_products(array(select id from inserted));
  perform record_changed_lists(array(select category_id from inserted), array(select brand_id from inserted));
  insert into content_changes (tag) values ('counts');
  return null;
end $$;

-- Lists change when a product enters or leaves them, or its place in them changes. How many pieces are left is shown on
-- its card only, so that not every order changes lists. A product that appears or disappears may be linked in a menu,
-- which hides links to missing pages.
create function products_content_after_update() returns trigger language plpgsql as $$
declare
  category_ids integer[];
  brand_ids integer[];
begin
  perform record_changed_products(array(select id from updated));
  -- Everything has been recorded; and a plan made for a single product would take long for many.
  if (select count(*) from updated) > 500 then
    return null;
  end if;
  select array_agg(n.category_id) || array_agg(o.category_id), array_agg(n.brand_id) || array_agg(o.brand_id)
    into category_ids, brand_ids
    from updated n join previous o using (id)
    where (n.status, n.slug, n.category_id, n.brand_id, n.series_id, n.concern_ids, n.tag_ids, n.price_minor,
        n.old_price_minor, n.sale_ends_at, n.discount_percent, n.stock > 0, n.published_at, n.units_sold, n.rating_sum,
        n.reviews_count, n.hazard, n.hs_code, n.weight_g, n.size_mm)
      is distinct from (o.status, o.slug, o.category_id, o.brand_id, o.series_id, o.concern_ids, o.tag_ids,
        o.price_minor, o.old_price_minor, o.sale_ends_at, o.discount_percent, o.stock > 0, o.published_at, o.units_sold,
        o.rating_sum, o.reviews_count, o.hazard, o.hs_code, o.weight_g, o.size_mm);
  if category_ids is null then
    return null;
  end if;
  perform record_changed_lists(category_ids, brand_ids);
  insert into content_changes (tag)
    select 'counts' where exists (
      select from updated n join previous o using (id)
      where (n.status, n.category_id, n.brand_id, n.concern_ids) is distinct from
        (o.status, o.category_id, o.brand_id, o.concern_ids))
    union all
    select 'everything' where exists (
      select from updated n join previous o using (id), settings s
      where (n.status, n.slug) is distinct from (o.status, o.slug) and s.key = 'shop.menus'
        and (position('"/' || n.slug || '"' in s.value::text) > 0 or position('"/' || o.slug || '"' in s.value::text) > 0));
  return null;
end $$;

create function products_content_after_delete() returns trigger language plpgsql as $$
begin
  perform record_changed_products(array(select id from deleted));
  perform record_changed_lists(array(select category_id from deleted), array(select brand_id from deleted));
  insert into content_changes (tag) values ('counts');
  return null;
end $$;

-- Triggers, so that the changes of every writer are seen: orders, staff, imports, commands and changes by hand.
create trigger products_content_after_insert after insert on products
  referencing new table as inserted for each statement execute function products_content_after_insert();
create trigger products_content_after_update after update on products
  referencing old table as previous new table as updated for each statement execute function products_content_after_update();
create trigger products_content_after_delete after delete on products
  referencing old table as deleted for each statement execute function products_content_after_delete();
create trigger products_content_after_truncate after truncate on products
  for each statement execute function record_content_change('everything');

-- For tables whose rows belong to a product.
create function record_product_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform record_changed_products(array(select distinct product_id from deleted));
  else
    perform record_changed_products(array(select distinct product_id from changed));
  end if;
  return null;
end $$;

do $$
declare
  content text;
begin
  -- Prices and stock of variants change their products, which have triggers; names and pictures of options do not.
  foreach content in array array['product_variants', 'product_images', 'product_ingredients', 'reviews', 'questions',
    'review_summaries', 'review_words']
  loop
    execute format('create trigger %I after insert on %I referencing new table as changed
      for each statement execute function record_product_content()', content || '_content_after_insert', content);
    execute format('create trigger %I after update on %I referencing new table as changed
      for each statement execute function record_product_content()', content || '_content_after_update', content);
    execute format('create trigger %I after delete on %I referencing old table as deleted
      for each statement execute function record_product_content()', content || '_content_after_delete', content);
    execute format('create trigger %I after truncate on %I
      for each statement execute function record_content_change(''everything'')', content || '_content_after_truncate',
      content);
  end loop;
end $$;

-- A product is in lists from its first picture on, and brands show the pictures of their products.
create function record_lists_of_pictures() returns trigger language plpgsql as $$
begin
  perform record_changed_lists(array_agg(p.category_id), array_agg(p.brand_id))
    from products p where p.id in (select product_id from changed);
  return null;
end $$;
-- For the reason above.
create trigger product_images_after_insert after insert on product_images
  referencing new table as changed for each statement execute function record_lists_of_pictures();
-- For the reason above.
create trigger product_images_after_update after update on product_images
  referencing new table as changed for each statement execute function record_lists_of_pictures();
-- For the reason above.
create trigger product_images_after_delete after delete on product_images
  referencing old table as changed for each statement execute function record_lists_of_pictures();

-- Lists by ingredient have the products whose composition names it.
create trigger product_ingredients_after_change after insert or update or delete on product_ingredients
  for each statement execute function record_content_change('catalog');
