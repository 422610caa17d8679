-- Servers hold in memory what listings look at, and ask before each answer what has been written since they last asked.

-- The transaction that last wrote what listings look at; 0 for what was there before there were such marks.
alter table products add column written_in xid8 not null default '0';
alter table products alter column written_in set default pg_current_xact_id();
create index products_written on products (written_in);

create function product_written() returns trigger language plpgsql as $$
begin
  new.written_in := pg_current_xact_id();
  return new;
end $$;
create trigger product_written before update of status, category_id, manufacturer_id, series_id, usage_ids, tag_ids,
    price_minor, old_price_minor, sale_ends_at, discount_percent, stock, published_at, units_sold, rating_sum, reviews_count
  on products for each row execute function product_written();

-- What is deleted bears no mark any more: it is counted, and then everything is read anew.
create table product_deletions (
  is_only boolean primary key default true check (is_only),
  count   bigint not null
);
insert into product_deletions (count) values (0);

create function product_deletion_counted() returns trigger language plpgsql as $$
begin
  update product_deletions set count = count + 1;
  return null;
end $$;
create trigger product_deletion_counted after delete or truncate on products
  for each statement execute function product_deletion_counted();

-- The products that a search finds in names, or in all the words; by the words' index, which answers rare and common words alike.
create function search_ids_in_names(query tsquery) returns integer[]
  language plpgsql stable set enable_seqscan = off as $$
begin
  return array(select t.product_id from product_terms t where t.names @@ query);
end $$;
create function search_ids(query tsquery) returns integer[]
  language plpgsql stable set enable_seqscan = off as $$
begin
  return array(select t.product_id from product_terms t where t.words @@ query);
end $$;
