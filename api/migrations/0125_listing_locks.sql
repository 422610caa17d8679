-- additive: the same function, which locks less.

-- As in 0120_product_listing_names.sql, but locks the search terms of active products only, those that are added. It also
-- locked those of products that are not active: while a brand was renamed, changes of their prices and stock waited for it,
-- and ended in a deadlock with it if other products of the brand were changed with them.
create or replace function public.refresh_product_listing(ids integer[]) returns void language plpgsql as $$
begin
  insert into public.product_goods (hazard, hs_code, weight_g, size_mm)
    select distinct p.hazard, p.hs_code, p.weight_g, p.size_mm from public.products p
    where p.id = any (ids) and p.status = 'active' and not exists (
      select from public.product_goods g
      where (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g) and g.size_mm is not distinct from p.size_mm)
    order by 1, 2, 3, 4
    on conflict do nothing;
  perform from public.product_terms t
    where t.product_id = any (ids) and not exists (select from public.product_listing l where l.product_id = t.product_id)
      and exists (select from public.products p where p.id = t.product_id and p.status = 'active')
    order by t.product_id for share;
  insert into public.product_listing as l (product_id, category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids,
      names)
    select p.id, p.category_id, p.brand_id, p.series_id, g.id, p.price_minor, p.old_price_minor, p.sale_ends_at,
      p.published_at, p.units_sold, p.rating_sum, p.reviews_count, p.discount_percent, p.stock > 0, p.concern_ids, p.tag_ids,
      t.names
    from public.products p join public.product_goods g on (g.hazard, g.hs_code, g.weight_g) = (p.hazard, p.hs_code, p.weight_g)
      and g.size_mm is not distinct from p.size_mm
    join public.product_terms t on t.product_id = p.id
    where p.id = any (ids) and p.status = 'active'
    order by p.category_id, p.id
    on conflict (product_id) do update set (category_id, brand_id, series_id, goods_id, price_minor, old_price_minor,
      sale_ends_at, published_at, units_sold, rating_sum, reviews_count, discount_percent, is_in_stock, concern_ids, tag_ids)
      = (excluded.category_id, excluded.brand_id, excluded.series_id, excluded.goods_id, excluded.price_minor,
        excluded.old_price_minor, excluded.sale_ends_at, excluded.published_at, excluded.units_sold, excluded.rating_sum,
        excluded.reviews_count, excluded.discount_percent, excluded.is_in_stock, excluded.concern_ids, excluded.tag_ids)
      where l is distinct from excluded;
  delete from public.product_listing l
    where l.product_id = any (ids)
      and not exists (select from public.products p where p.id = l.product_id and p.status = 'active');
end $$;
