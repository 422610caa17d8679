-- Reading the words of a product took most of its way into the shop: eight readings of its texts, of which two say
-- everything. Searches ask which words there are, never where or of what weight.

-- Russian and English forms of the words, and the words as they stand; what no search can ask for is left out.
create or replace function search_words_of(folded text) returns tsvector
  language sql immutable parallel safe
  return strip(to_tsvector('pg_catalog.russian', folded)) || array_to_tsvector(array(
    select distinct word from string_to_table(folded, ' ') word where word <> '' and length(word) <= 200));

create or replace function refresh_product_terms(ids integer[]) returns void language sql as $$
  insert into product_terms (product_id, names, words)
  select p.id, named.words, named.words || search_words_of(search_folded(text.rest))
  from products p
    join manufacturers m on m.id = p.manufacturer_id
    left join series s on s.id = p.series_id
    cross join lateral (select
      search_words_of(search_folded(concat_ws(' ', p.name_ru, p.name_en, m.name, m.name_ru, m.name_ja, s.name))) as words
      offset 0) named
    cross join lateral (select concat_ws(' ',
      (select string_agg(concat_ws(' ', c.name_ru, c.name_en), ' ') from categories c where c.id = any (p.category_path)),
      (select string_agg(concat_ws(' ', u.name_ru, u.name_en), ' ') from usages u where u.id = any (p.usage_ids)),
      (select string_agg(concat_ws(' ', t.name_ru, t.name_en), ' ') from tags t where t.id = any (p.tag_ids)),
      m.line_ru, m.line_en,
      jsonb_path_query_array(p.characteristics, '$[*].value_ru')::text,
      jsonb_path_query_array(p.characteristics, '$[*].value_en')::text,
      left(regexp_replace(concat_ws(' ', p.description_ru, p.description_en, p.composition), '<[^>]*>', ' ', 'g'), 8000)
    ) as rest offset 0) text
  where p.id = any (ids)
  on conflict (product_id) do update set names = excluded.names, words = excluded.words
$$;
