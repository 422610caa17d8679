-- additive: the trigger fires for more columns; the previous release ignores them.
-- The product index knows what decides whether a product can be sent to a country
-- (docs/decisions/0080-quote-delivery-for-one-country-on-every-page.md).

-- A trigger, because processes that cache the product index must see the changes of every writer.
create or replace trigger products_before_update before update of
    status, category_id, brand_id, series_id, concern_ids, tag_ids, price_minor, old_price_minor, sale_ends_at,
    discount_percent, stock, published_at, units_sold, rating_sum, reviews_count, hazard, hs_code, weight_g, size_mm
  on products for each row execute function set_updated_xid();
