-- Search: the words of every product, and the shop's language that queries are read in.

-- Stands on what is searched for by its words alone; stock and prices change beside it and touch no text index.
alter table products drop column search;

-- A text as it is compared: small letters, ё as е, runs of letters and of digits apart.
create function search_folded(t text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(translate(lower(t), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'),
    '([[:alpha:]])(?=[[:digit:]])|([[:digit:]])(?=[[:alpha:]])', '\1\2 ', 'g');

-- Russian and English forms of the words, and the words as they stand.
create function search_words_of(folded text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('pg_catalog.russian', folded) || to_tsvector('pg_catalog.simple', folded);

-- An article number or a barcode as people type it.
create function search_code(t text) returns text
  language sql immutable parallel safe
  return regexp_replace(lower(t), '[^[:alnum:]]+', '', 'g');
create index products_code on products (search_code(reference) text_pattern_ops);
create index products_barcode on products (barcode text_pattern_ops);

create table product_terms (
  product_id integer primary key references products on delete cascade,
  -- The product's name in both languages, its brand and series.
  names      tsvector not null,
  -- All there is: A as names, B what it is and what it is for, C its characteristics, D its description.
  words      tsvector not null
);
create index product_terms_names on product_terms using gin (names);
create index product_terms_words on product_terms using gin (words);

-- Kept by triggers, so that every path of writing agrees.
create function refresh_product_terms(ids integer[]) returns void language sql as $$
  insert into product_terms (product_id, names, words)
  select p.id, strip(search_words_of(text.names)),
    setweight(search_words_of(text.names), 'A') || setweight(search_words_of(text.kinds), 'B') ||
    setweight(search_words_of(text.traits), 'C') || setweight(search_words_of(text.story), 'D')
  from products p
    join manufacturers m on m.id = p.manufacturer_id
    left join series s on s.id = p.series_id
    cross join lateral (select
      search_folded(concat_ws(' ', p.name_ru, p.name_en, m.name, m.name_ru, m.name_ja, s.name)) as names,
      search_folded(concat_ws(' ',
        (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
        (select string_agg(concat_ws(' ', u.name_ru, u.name_en), ' ') from usages u where u.id = any (p.usage_ids)),
        (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)),
        m.line_ru, m.line_en)) as kinds,
      search_folded(concat_ws(' ', jsonb_path_query_array(p.characteristics, '$[*].value_ru')::text,
        jsonb_path_query_array(p.characteristics, '$[*].value_en')::text)) as traits,
      search_folded(left(regexp_replace(concat_ws(' ', p.description_ru, p.description_en, p.composition), '<[^>]*>', ' ', 'g'), 8000)) as story
    ) text
  where p.id = any (ids)
  on conflict (product_id) do update set names = excluded.names, words = excluded.words
$$;

create function products_put_into_words() returns trigger language plpgsql as $$
begin
  perform refresh_product_terms(array(select id from fresh));
  return null;
end $$;
create trigger products_inserted after insert on products
  referencing new table as fresh for each statement execute function products_put_into_words();

create function product_reworded() returns trigger language plpgsql as $$
begin
  perform refresh_product_terms(array[new.id]);
  return null;
end $$;
create trigger product_reworded after update of name_ru, name_en, manufacturer_id, series_id, category_id, category_path,
    usage_ids, tag_ids, characteristics, description_ru, description_en, composition on products
  for each row execute function product_reworded();

create function neighbour_reworded() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  execute format('select array_agg(id) from products where %s', tg_argv[0]) using new.id into ids;
  perform refresh_product_terms(ids);
  return null;
end $$;
create trigger manufacturer_reworded after update of name, name_ru, name_ja, line_ru, line_en on manufacturers
  for each row execute function neighbour_reworded('manufacturer_id = $1');
create trigger series_reworded after update of name on series
  for each row execute function neighbour_reworded('series_id = $1');
create trigger category_reworded after update of name_ru, name_en on categories
  for each row execute function neighbour_reworded('category_path @> array[$1]');
create trigger usage_reworded after update of name_ru, name_en on usages
  for each row execute function neighbour_reworded('usage_ids @> array[$1]');
create trigger tag_reworded after update of name_ru, name_en on tags
  for each row execute function neighbour_reworded('tag_ids @> array[$1]');

select refresh_product_terms(array(select id from products));

-- The words of names, kinds and brands with the number of products they lead to; refreshed by a job.
create table search_vocabulary (
  word     text primary key,
  stem     text not null,
  products integer not null check (products >= 0)
);

-- The stem under which a word stands in product_terms; empty for a word that says nothing.
create function search_stem(word text) returns text
  language sql immutable parallel safe
  return coalesce((ts_lexize(case when word ~ '^[a-z]+$' then 'english_stem' else 'russian_stem' end::regdictionary, word))[1], '');

create function refresh_search_vocabulary() returns void language sql as $$
  with counted as (
    select word, ndoc from ts_stat($stat$
      select to_tsvector('simple', search_folded(concat_ws(' ', p.name_ru, p.name_en, m.name, m.name_ru, m.name_ja, s.name,
        (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
        (select string_agg(concat_ws(' ', u.name_ru, u.name_en), ' ') from usages u where u.id = any (p.usage_ids)),
        (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)))))
      from products p join manufacturers m on m.id = p.manufacturer_id left join series s on s.id = p.series_id
      where p.status = 'active'$stat$)
  ),
  named as (
    select word, ndoc from counted
    union all
    -- What shoppers call things is known too, though no product has it.
    select distinct unnest(tsvector_to_array(to_tsvector('simple', search_folded(word)))), 0 from search_synonyms
    union all
    select distinct unnest(tsvector_to_array(to_tsvector('simple', search_folded(concat_ws(' ', name, name_ru))))), 0 from manufacturers
  ),
  fresh as (
    select word, search_stem(word) as stem, max(ndoc) as products from named
    where word !~ '^[[:digit:]]' and length(word) > 1 and search_stem(word) <> '' group by word
  ),
  gone as (delete from search_vocabulary where word not in (select word from fresh))
  insert into search_vocabulary (word, stem, products) select word, stem, products from fresh
  on conflict (word) do update set stem = excluded.stem, products = excluded.products
    where (search_vocabulary.stem, search_vocabulary.products) is distinct from (excluded.stem, excluded.products)
$$;
select refresh_search_vocabulary();

create index search_queries_day on search_queries (day);
