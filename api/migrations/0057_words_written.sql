-- Servers hold what was found lately for as long as no product has other words: the transaction that last wrote them tells it.
alter table product_terms add column written_in xid8 not null default '0';
alter table product_terms alter column written_in set default pg_current_xact_id();
create index product_terms_written on product_terms (written_in);

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
  on conflict (product_id) do update
    set names = excluded.names, words = excluded.words, written_in = excluded.written_in
$$;

-- Whether no product has been given other words since a snapshot; null where there is none.
create function search_words_stand(since pg_snapshot) returns boolean strict
  language plpgsql stable set enable_seqscan = off as $$
begin
  return not exists (
    select from product_terms t
    where t.written_in >= pg_snapshot_xmin(since) and t.written_in < pg_snapshot_xmax(pg_current_snapshot())
      and not pg_visible_in_snapshot(t.written_in, since));
end $$;
