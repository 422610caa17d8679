-- additive: columns with a default; the previous release calls the same functions and does not need the columns.
-- blocks: only a store that keeps its listing in the database has rows in the table. Its lists and the writers of products
-- wait while the empty names are indexed, about a second for a million products. Then its lists are answered from the memory
-- of each process, until the worker has filled the table again: some minutes for a million products.

-- Locked in the order in which writers of products lock them.
lock table products, product_terms in access exclusive mode;
lock table product_listing_state in row exclusive mode;

-- The search terms of the name (`product_terms.names`), so that a search reads the products of a word where lists read
-- them. Rows are not rewritten.
alter table product_listing add column names tsvector not null default '';
-- Not `fastupdate`: its list of pending entries would be read by each search.
create index product_listing_names on product_listing using gin (names) with (fastupdate = off);

-- The table is filled again, with names; until then, processes answer lists from memory.
update product_listing_state set status = 'leaving', changed_at = clock_timestamp() where status in ('filling', 'filled');

-- As in 0118_product_listing.sql, and copies names when a row is added; later the trigger of `product_terms` does. The
-- search terms of added products are locked first, so that this waits for a transaction that is changing them.
create or replace function refresh_product_listing(ids integer[]) returns void language plpgsql as $$
begin
  insert into product_goods (hazard, hs_code, weight_g, size_mm)
    select distinct p.hazard, p.hs_code, p.weight_g, p.size_mm from products p
    where p.id = any (ids) and p.status = 'active' and not exists (
      select from product_goods g
      where (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g) and g.size_mm is not distinct from p.size_mm)
    order by 1, 2, 3, 4
    on conflict do nothing;
  perform from product_terms t
    where t.product_id = any (ids) and not exists (select from product_listing l where l.product_id = t.product_id)
    order by t.product_id for share;
  insert into product_listing as l (product_id, category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids,
      names)
    select p.id, p.category_id, p.brand_id, p.series_id, g.id, p.price_minor, p.old_price_minor, p.sale_ends_at,
      p.published_at, p.units_sold, p.rating_sum, p.reviews_count, p.discount_percent, p.stock > 0, p.concern_ids, p.tag_ids,
      t.names
    from products p join product_goods g on (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g)
      and g.size_mm is not distinct from p.size_mm
    join product_terms t on t.product_id = p.id
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

-- A new product is copied when it has its search terms, which the triggers of `products` write.
drop trigger product_listing_after_insert on products;
create or replace function product_listing_after_insert() returns trigger language plpgsql as $$
begin
  if is_product_listing_kept() then
    perform refresh_product_listing(array(select product_id from inserted));
  end if;
  return null;
end $$;

-- Copies changed names. Rows are locked in the order in which `refresh_product_listing` writes them.
create function product_listing_after_rename() returns trigger language plpgsql as $$
begin
  perform from product_listing l join renamed r using (product_id)
    where l.names <> r.names order by l.category_id, l.product_id for no key update of l;
  update product_listing l set names = r.names from renamed r where l.product_id = r.product_id and l.names <> r.names;
  return null;
end $$;

-- Triggers, so that every change of a name is copied in its own transaction, also that of a brand or series.
create trigger product_listing_after_insert after insert on product_terms
  referencing new table as inserted for each statement execute function product_listing_after_insert();
-- For the same reason.
create trigger product_listing_after_rename after update on product_terms
  referencing new table as renamed for each statement execute function product_listing_after_rename();

-- Returns whether the names of at least `min_count` listed products match a query. Other scans are disabled, because the
-- planner does not know how rare a query is and would read the listing until it has found so many.
create function has_listed_names(query tsquery, min_count integer) returns boolean
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
begin
  return (select count(*) from (select from product_listing l where l.names @@ query limit min_count) l) = min_count;
end $$;

-- As `search_hits` (0119_search_hits_of_common_words.sql). A process that reads the listing from the database (`in_listing`) can
-- select the products of a list by the names there: if so many of them match that only names count, they are not returned.
create function search_hits(
  queries tsquery[], exact tsquery[], cached_since pg_snapshot[], min_hits integer, in_listing boolean) returns json
  language plpgsql stable as $$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    if in_listing and has_listed_names(queries[i], min_hits) then
      return json_build_object('first', i - 1, 'kind', 'names');
    end if;
    if search_terms_unchanged_since(cached_since[i]) then return json_build_object('first', i - 1, 'kind', 'cached'); end if;
    ids := null;
    name_matches := search_ids_in_names(queries[i]);
    if count_active_products(name_matches, min_hits) < min_hits then
      ids := search_ids(queries[i]);
      continue when count_active_products(ids, 1) = 0;
    end if;
    return json_build_object('first', i - 1, 'kind', 'ids', 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $$;
