-- The lines of an order keep their products from being deleted while it is placed (key share). Two orders of two options of
-- one product both hold it so; had each then to hold it for itself, they would wait for each other. What is said of price
-- and stock changes no key: this lock lets such holders be.
create or replace function sum_variants(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set
    has_options = v.has_options,
    price_minor = v.price_minor,
    old_price_minor = v.old_price_minor,
    was_minor = v.was_minor,
    sale_ends_at = v.sale_ends_at,
    discount_percent = case when v.was_minor > 0
      then least(99, round((v.was_minor - v.price_minor) * 100.0 / v.was_minor)) else 0 end,
    stock = v.stock,
    updated_at = now()
  from (
    select a.product_id, a.has_options, a.stock, b.price_minor, b.old_price_minor, b.was_minor, b.sale_ends_at
    from (
      select product_id, bool_or(option_id > 0) as has_options, sum(stock) as stock
      from product_variants where product_id = any (ids) group by product_id
    ) a cross join lateral (
      select price_minor, old_price_minor, was_minor, sale_ends_at
      from product_variants f where f.product_id = a.product_id
      order by (stock > 0) desc, price_at(price_minor, old_price_minor, sale_ends_at, now()), position, option_id limit 1
    ) b
  ) v
  where p.id = v.product_id;
  update products set stock = 0
  where id = any (ids) and stock > 0
    and not exists (select from product_variants v where v.product_id = products.id);
end $$;
