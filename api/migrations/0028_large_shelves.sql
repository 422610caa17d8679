-- What a shop of a hundred thousand products asks for often is found by an index, and never by reading a table from end to end.

-- A manufacturer's own list counts its facets from this alone.
drop index products_manufacturer;
create index products_maker on products (manufacturer_id) include (
  id, status, usage_ids, price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold,
  rating_sum, reviews_count);

-- Whether anything is found is asked of words that the planner does not know: left alone it hopes for an early hit and reads
-- every product where there is none. The words' index answers rare and common ones alike.
create function search_uses(query tsquery) returns boolean
  language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select from product_terms t where t.words @@ query);
end $$;
create function search_finds(query tsquery) returns boolean
  language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (
    select from product_terms t join products p on p.id = t.product_id where t.words @@ query and p.status = 'active');
end $$;
-- How many products are named so, up to a number that is enough.
create function search_names(query tsquery, most integer) returns integer
  language plpgsql stable set enable_seqscan = off as $$
begin
  return (select count(*) from (
    select from product_terms t join products p on p.id = t.product_id
    where t.names @@ query and p.status = 'active' limit most) enough);
end $$;
