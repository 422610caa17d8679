-- additive: functions and triggers, which the previous release does not depend on.

-- Records that everything changed if a menu links to one of these slugs of products: menus hide links to missing pages.
-- Links are compared without their query and fragment, like `getPath` in api/src/content/menus/menus.ts does.
create function record_changed_menus(slugs text[]) returns void language plpgsql as $$
begin
  if cardinality(slugs) = 0 then
    return;
  end if;
  insert into content_changes (tag)
    select 'everything' where exists (
      select from settings s, jsonb_path_query(s.value, '$.**.to') link(target)
      where s.key = 'shop.menus' and substring(link.target #>> '{}' from '^/([^?#]*)') = any (slugs));
end $$;

-- A product that appears may be linked in a menu already. Its deletion records that everything changed, because it deletes
-- from `post_products` as well.
create or replace function products_content_after_insert() returns trigger language plpgsql as $$
begin
  perform record_changed_products(array(select id from inserted));
  perform record_changed_lists(array(select category_id from inserted), array(select brand_id from inserted));
  insert into content_changes (tag) values ('counts');
  -- Everything has been recorded for more.
  if (select count(*) from inserted) <= 500 then
    perform record_changed_menus(array(select slug from inserted));
  end if;
  return null;
end $$;

-- Lists change when a product enters or leaves them, or its place in them changes. How many pieces are left is shown on
-- its card only, so that not every order changes lists. A product that appears or disappears may be linked in a menu.
create or replace function products_content_after_update() returns trigger language plpgsql as $$
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
        (o.status, o.category_id, o.brand_id, o.concern_ids));
  perform record_changed_menus(array(
    select unnest(array[n.slug, o.slug]) from updated n join previous o using (id)
    where (n.status, n.slug) is distinct from (o.status, o.slug)));
  return null;
end $$;

-- For tables whose rows belong to a product. A row that is moved to another product changes both.
create or replace function record_product_content() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform record_changed_products(array(select distinct product_id from deleted));
  elsif tg_op = 'UPDATE' then
    perform record_changed_products(array(select product_id from changed union select product_id from previous));
  else
    perform record_changed_products(array(select distinct product_id from changed));
  end if;
  return null;
end $$;

do $$
declare
  content text;
begin
  -- The tables of 0107_content_changes.sql. Their triggers lacked the rows as they were before.
  foreach content in array array['product_variants', 'product_images', 'product_ingredients', 'reviews', 'questions',
    'review_summaries', 'review_words']
  loop
    execute format('create or replace trigger %I after update on %I
      referencing old table as previous new table as changed
      for each statement execute function record_product_content()', content || '_content_after_update', content);
  end loop;
end $$;

-- A product is in lists from its first picture on, and brands show the pictures of their products. A picture that is moved
-- changes the lists of both products.
create or replace function record_lists_of_pictures() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform record_changed_lists(array_agg(p.category_id), array_agg(p.brand_id))
      from products p where p.id in (select product_id from changed union select product_id from previous);
  else
    perform record_changed_lists(array_agg(p.category_id), array_agg(p.brand_id))
      from products p where p.id in (select product_id from changed);
  end if;
  return null;
end $$;
-- For the reason above.
create or replace trigger product_images_after_update after update on product_images
  referencing old table as previous new table as changed for each statement execute function record_lists_of_pictures();

-- Records the products of published reviews whose photos changed. A review that is published or deleted is recorded by the
-- triggers of `reviews`, so that photos that customers add to reviews before their moderation change nothing.
create function record_review_photos() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform record_changed_products(array(
      select distinct r.product_id from reviews r
      where r.status = 'published' and r.id in (select review_id from changed union select review_id from previous)));
  else
    perform record_changed_products(array(
      select distinct r.product_id from reviews r
      where r.status = 'published' and r.id in (select review_id from changed)));
  end if;
  return null;
end $$;
-- For the reason above.
create trigger review_photos_content_after_insert after insert on review_photos
  referencing new table as changed for each statement execute function record_review_photos();
-- For the reason above.
create trigger review_photos_content_after_update after update on review_photos
  referencing old table as previous new table as changed for each statement execute function record_review_photos();
-- For the reason above.
create trigger review_photos_content_after_delete after delete on review_photos
  referencing old table as changed for each statement execute function record_review_photos();
-- For the reason above.
create trigger review_photos_content_after_truncate after truncate on review_photos
  for each statement execute function record_content_change('everything');

-- Records that everything changed if what pages show of images changed, which most pages have. Uploads only insert images,
-- and images in use cannot be deleted.
create function media_content_after_update() returns trigger language plpgsql as $$
begin
  insert into content_changes (tag)
    select 'everything' where exists (
      select from updated n join previous o using (id)
      where (n.key, n.width, n.height) is distinct from (o.key, o.width, o.height));
  return null;
end $$;

-- A trigger, so that images that are changed by hand are seen.
create trigger media_content_after_update after update on media
  referencing old table as previous new table as updated for each statement execute function media_content_after_update();
