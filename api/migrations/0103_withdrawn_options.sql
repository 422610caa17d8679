-- additive: a nullable column; what is calculated from variants leaves withdrawn ones out

-- When an option was withdrawn from sale: the store does not show it, and keeps it for orders and the ledger of stock;
-- null while it is offered (docs/domain/catalog-admin.md).
alter table product_variants
  add column withdrawn_at timestamptz,
  add constraint product_variants_withdrawn_check check (withdrawn_at is null or option_id > 0);

-- As before, from the options that are offered. A product without any has no stock and keeps a price.
create or replace function refresh_product_totals(ids integer[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set
    has_options = v.has_options,
    price_minor = v.price_minor,
    old_price_minor = v.old_price_minor,
    reference_price_minor = v.reference_price_minor,
    sale_ends_at = v.sale_ends_at,
    discount_percent = case when v.reference_price_minor > 0
      then least(99, round((v.reference_price_minor - v.price_minor) * 100.0 / v.reference_price_minor)) else 0 end,
    stock = v.stock,
    updated_at = now()
  from (
    select a.product_id, a.has_options, a.stock, b.price_minor, b.old_price_minor, b.reference_price_minor, b.sale_ends_at
    from (
      select product_id, bool_or(option_id > 0) as has_options,
        coalesce(sum(stock) filter (where withdrawn_at is null), 0) as stock
      from product_variants where product_id = any (ids) group by product_id
    ) a cross join lateral (
      select price_minor, old_price_minor, reference_price_minor, sale_ends_at
      from product_variants f where f.product_id = a.product_id
      order by withdrawn_at is null desc, (stock > 0) desc,
        price_in_force(price_minor, old_price_minor, sale_ends_at, now()), position, option_id limit 1
    ) b
  ) v
  where p.id = v.product_id;
  update products set stock = 0
  where id = any (ids) and stock > 0
    and not exists (select from product_variants v where v.product_id = products.id);
end $$;
