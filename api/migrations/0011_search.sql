-- Search terms, vocabulary, synonyms and counted queries: tables of the search module (docs/domain/search.md).

-- ---------------------------------------------------------------------------------------------------------------------
-- Normalization
-- ---------------------------------------------------------------------------------------------------------------------

-- Returns a text as it is compared: lower case, ё as е, words separated by one space, letters separated from digits.
create function normalize_search_text(t text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(translate(lower(t), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'),
    '([[:alpha:]])(?=[[:digit:]])|([[:digit:]])(?=[[:alpha:]])', '\1\2 ', 'g');

-- Returns the Russian and English stems of a normalized text and its words themselves, without positions and weights.
create function build_search_vector(normalized text) returns tsvector
  language sql immutable parallel safe
  return strip(to_tsvector('pg_catalog.russian', normalized)) || array_to_tsvector(array(
    select distinct word from string_to_table(normalized, ' ') word where word <> '' and length(word) <= 200));

-- Returns the stem under which a word is indexed; empty for a stop word.
create function search_stem(word text) returns text
  language sql immutable parallel safe
  return coalesce((ts_lexize(case when word ~ '^[a-z]+$' then 'english_stem' else 'russian_stem' end::regdictionary, word))[1], '');

-- Returns a reference or barcode without spaces and punctuation, as people type it.
create function normalize_product_code(t text) returns text
  language sql immutable parallel safe
  return regexp_replace(lower(t), '[^[:alnum:]]+', '', 'g');

-- For searches by the start of a reference or barcode.
create index products_reference on products (normalize_product_code(reference) text_pattern_ops);
create index products_barcode on products (barcode text_pattern_ops);

-- ---------------------------------------------------------------------------------------------------------------------
-- Search terms of products
-- ---------------------------------------------------------------------------------------------------------------------

-- The search terms of a product. They are not in `products`, because stock and prices change often and must not update
-- a text index.
create table product_terms (
  product_id  integer  primary key references products on delete cascade,
  -- Terms of the names of the product, its brand and its series.
  names       tsvector not null,
  -- All terms: also categories, concerns, tags, characteristics, description and composition.
  words       tsvector not null,
  -- The transaction that last changed the terms; cached results are valid as long as no terms have changed.
  updated_xid xid8     not null default pg_current_xact_id()
);
create index product_terms_names on product_terms using gin (names);
create index product_terms_words on product_terms using gin (words);
create index product_terms_updated_xid on product_terms (updated_xid);

-- Calculates the search terms of products. `offset 0` keeps the planner from calculating the texts more than once.
create function refresh_product_terms(ids integer[]) returns void language sql as $$
  insert into product_terms (product_id, names, words)
  select p.id, name_terms.words, name_terms.words || build_search_vector(normalize_search_text(text.rest))
  from products p
    join brands b on b.id = p.brand_id
    left join series s on s.id = p.series_id
    cross join lateral (select
      build_search_vector(normalize_search_text(concat_ws(' ', p.name_ru, p.name_en, b.name, b.name_ru, b.name_ja, s.name))) as words
      offset 0) name_terms
    cross join lateral (select concat_ws(' ',
      (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
      (select string_agg(concat_ws(' ', n.name_ru, n.name_en), ' ') from concerns n where n.id = any (p.concern_ids)),
      (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)),
      b.tagline_ru, b.tagline_en,
      jsonb_path_query_array(p.characteristics, '$[*].value_ru')::text,
      jsonb_path_query_array(p.characteristics, '$[*].value_en')::text,
      left(regexp_replace(concat_ws(' ', p.description_ru, p.description_en, p.composition), '<[^>]*>', ' ', 'g'), 8000)
    ) as rest offset 0) text
  where p.id = any (ids)
  on conflict (product_id) do update
    set names = excluded.names, words = excluded.words, updated_xid = excluded.updated_xid
$$;

create function refresh_terms_of_inserted_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_terms(array(select id from inserted));
  return null;
end $$;

create function refresh_terms_of_product() returns trigger language plpgsql as $$
begin
  perform refresh_product_terms(array[new.id]);
  return null;
end $$;

-- Refreshes the terms of the products that refer to the changed row. The argument of the trigger is a condition on
-- products, in which $1 is the id of the row.
create function refresh_terms_of_related_products() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  execute format('select array_agg(id) from products where %s', tg_argv[0]) using new.id into ids;
  perform refresh_product_terms(ids);
  return null;
end $$;

-- Triggers, so that the search finds every text of the catalog whoever writes it: imports, commands, changes by hand.
create trigger products_after_insert after insert on products
  referencing new table as inserted for each statement execute function refresh_terms_of_inserted_products();
create trigger products_after_text_update after update of
    name_ru, name_en, brand_id, series_id, category_id, category_path, concern_ids, tag_ids, characteristics,
    description_ru, description_en, composition
  on products for each row execute function refresh_terms_of_product();
create trigger brands_after_name_update after update of name, name_ru, name_ja, tagline_ru, tagline_en on brands
  for each row execute function refresh_terms_of_related_products('brand_id = $1');
create trigger series_after_name_update after update of name on series
  for each row execute function refresh_terms_of_related_products('series_id = $1');
create trigger categories_after_name_update after update of name_ru, name_en on categories
  for each row execute function refresh_terms_of_related_products('category_path @> array[$1]');
create trigger concerns_after_name_update after update of name_ru, name_en on concerns
  for each row execute function refresh_terms_of_related_products('concern_ids @> array[$1]');
create trigger tags_after_name_update after update of name_ru, name_en on tags
  for each row execute function refresh_terms_of_related_products('tag_ids @> array[$1]');

-- ---------------------------------------------------------------------------------------------------------------------
-- Queries. The functions disable sequential scans: the planner does not know how rare a query is, and would read every
-- product if it expects an early match; the index of the terms answers rare and common queries alike.
-- ---------------------------------------------------------------------------------------------------------------------

-- Returns whether any product has the terms of a query.
create function has_search_matches(query tsquery) returns boolean
  language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select from product_terms t where t.words @@ query);
end $$;

-- Returns the ids of the products whose names match a query.
create function search_ids_in_names(query tsquery) returns integer[]
  language plpgsql stable set enable_seqscan = off as $$
begin
  return array(select t.product_id from product_terms t where t.names @@ query);
end $$;

-- Returns the ids of the products that match a query.
create function search_ids(query tsquery) returns integer[]
  language plpgsql stable set enable_seqscan = off as $$
begin
  return array(select t.product_id from product_terms t where t.words @@ query);
end $$;

-- Returns the hits of the first query that matches an active product: its index, the matching products (only those
-- whose names match, if there are at least `min_hits`), those whose names match, and those whose names match the query
-- without synonyms (`exact`). Null if no query has a match.
create function search_hits(queries tsquery[], exact tsquery[], min_hits integer) returns json
  language plpgsql stable as $$
declare
  name_matches integer[];
  ids integer[];
begin
  for i in 1 .. cardinality(queries) loop
    name_matches := search_ids_in_names(queries[i]);
    if (select count(*) from (
        select from products where id = any (name_matches) and status = 'active' limit min_hits) active) < min_hits then
      ids := search_ids(queries[i]);
      continue when not exists (select from products where id = any (ids) and status = 'active');
    end if;
    return json_build_object('first', i - 1, 'ids', coalesce(ids, name_matches),
      'nameMatches', case when ids is not null then name_matches end,
      'exactNameMatches', case when exact[i] <> queries[i] then search_ids_in_names(exact[i]) end);
  end loop;
  return null;
end $$;

-- Returns whether no search terms have changed since a snapshot; null without a snapshot.
create function search_terms_unchanged_since(snapshot pg_snapshot) returns boolean strict
  language plpgsql stable set enable_seqscan = off as $$
begin
  return not exists (
    select from product_terms t
    where t.updated_xid >= pg_snapshot_xmin(snapshot) and t.updated_xid < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(t.updated_xid, snapshot));
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Synonyms, vocabulary and counted queries
-- ---------------------------------------------------------------------------------------------------------------------

-- A term that shoppers use (`word`), and the store's own term. Both can have several words.
create table search_synonyms (
  word    text not null,
  synonym text not null,
  primary key (word, synonym)
);

-- Cached by every process: a trigger, so that changes made by hand in SQL invalidate the caches too.
create trigger search_synonyms_after_change after insert or update or delete or truncate on search_synonyms
  for each statement execute function increment_reference_data_version();

-- A word of names, categories, concerns, tags and brands, for completions and corrections. Refreshed by a job.
create table search_vocabulary (
  word     text    primary key,
  stem     text    not null,
  -- The number of products with the word.
  products integer not null check (products >= 0)
);

create function refresh_search_vocabulary() returns void language sql as $$
  with counted as (
    select word, ndoc from ts_stat($stat$
      select to_tsvector('simple', normalize_search_text(concat_ws(' ', p.name_ru, p.name_en, b.name, b.name_ru, b.name_ja, s.name,
        (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
        (select string_agg(concat_ws(' ', n.name_ru, n.name_en), ' ') from concerns n where n.id = any (p.concern_ids)),
        (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)))))
      from products p join brands b on b.id = p.brand_id left join series s on s.id = p.series_id
      where p.status = 'active'$stat$)
  ),
  candidates as (
    select word, ndoc from counted
    union all
    -- Words of synonyms and brands are known even if no product has them.
    select distinct unnest(tsvector_to_array(to_tsvector('simple', normalize_search_text(word)))), 0 from search_synonyms
    union all
    select distinct unnest(tsvector_to_array(to_tsvector('simple', normalize_search_text(concat_ws(' ', name, name_ru))))), 0 from brands
  ),
  current_words as (
    select word, search_stem(word) as stem, max(ndoc) as products from candidates
    where word !~ '^[[:digit:]]' and length(word) > 1 and search_stem(word) <> '' group by word
  ),
  deleted as (delete from search_vocabulary where word not in (select word from current_words))
  insert into search_vocabulary (word, stem, products) select word, stem, products from current_words
  on conflict (word) do update set stem = excluded.stem, products = excluded.products
    where (search_vocabulary.stem, search_vocabulary.products) is distinct from (excluded.stem, excluded.products)
$$;

-- How often a query was searched on a day, without personal data, and how often nothing was found.
create table search_queries (
  query              text    not null,
  locale             text    not null check (locale in ('ru-RU', 'en-US')),
  day                date    not null,
  search_count       integer not null default 1 check (search_count > 0),
  empty_result_count integer not null default 0 check (empty_result_count >= 0),
  primary key (query, locale, day)
);
create index search_queries_day on search_queries (day);
