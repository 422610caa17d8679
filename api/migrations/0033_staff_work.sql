-- The search of staff while they type (docs/decisions/0066-search-for-staff-in-the-existing-indexes.md).

-- For searches by the last four digits of a phone number, and by the beginning of a tracking number.
create index orders_phone_end on orders (right(regexp_replace(address ->> 'phone_mobile', '\D', '', 'g'), 4))
  where address is not null;
create index orders_tracking_prefix on orders (tracking_number text_pattern_ops) where tracking_number is not null;

-- Returns the ids of at most `max_count` products, of any status, whose names contain all words or words that begin with
-- them; none without words. Like the functions of 0011_search.sql it never reads all products.
create function find_products_by_name(words text[], max_count integer) returns integer[]
  language plpgsql stable set enable_seqscan = off as $$
declare
  query tsquery;
begin
  select string_agg(format('(%L:* | %L)', word, coalesce(nullif(search_stem(word), ''), word)), ' & ')::tsquery into query
    from unnest(words) word;
  return array(select t.product_id from product_terms t where t.names @@ query limit max_count);
end $$;
