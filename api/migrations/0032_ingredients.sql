-- Compositions as data: the list of a label taken apart, in its order.

-- A name as it is compared and stands in addresses: "Zea Mays (Corn) Starch" is zea-mays-corn-starch.
create function ingredient_slug(name text) returns text
  language sql immutable parallel safe
  return trim('-' from regexp_replace(lower(name), '[^a-z0-9а-яё]+', '-', 'g'));

-- The parts of a label's list. Commas within brackets and in numbers (1,2-Hexanediol) part nothing; marks such as
-- "Active:" and "+/-" and shares are left out. What is a sentence and no list has no parts.
create function ingredients_of(composition text) returns table (place integer, slug text, name text)
  language sql immutable parallel safe
  begin atomic
    with listed as (
      select regexp_replace(
        regexp_replace(
          regexp_replace(translate(composition, E'\n\r\t;•', ' , ,,'), '[([]\s*\+/-:?([^])]*)[])]', ', \1', 'g'),
          '\+/-:?|(?:^|[.,]\s*)[[:alpha:] ]{3,30}:\s', ', ', 'g'),
        '\s+', ' ', 'g') as list
    ),
    parts as (
      select n, trim(' .*' from regexp_replace(part, '\s*\d+(?:[.,]\d+)?\s*%', '', 'g')) as part
      from listed, regexp_split_to_table(list, ',(?!\d)(?![^()]*\)[^()]*(?:,|$))') with ordinality split(part, n)
    ),
    clean as (
      select n, case when part like '%)' and part not like '%(%' then trim(' ])' from part) else part end as part from parts
    ),
    named as (
      select distinct on (ingredient_slug(part)) n, ingredient_slug(part) as slug, part as name
      from clean
      where ingredient_slug(part) ~ '[a-zа-яё]' and length(part) <= 90 and part !~ '(?:\S+\s+){8}'
      order by ingredient_slug(part), n
    )
    select (row_number() over (order by n))::integer, named.slug, named.name from named order by n;
  end;

create table product_ingredients (
  product_id integer not null references products on delete cascade,
  -- From 1 on, as on the label. 0 stands alone where nobody knows what is in it: then nothing is said to be free of anything.
  place      integer not null check (place >= 0),
  slug       text not null,
  name       text not null,
  primary key (product_id, place)
);
-- "Without" is answered from this index alone.
create index product_ingredients_slug on product_ingredients (slug, product_id);

create function refresh_ingredients(ids integer[]) returns void language plpgsql as $$
begin
  delete from product_ingredients where product_id = any (ids);
  insert into product_ingredients (product_id, place, slug, name)
    select p.id, coalesce(i.place, 0), coalesce(i.slug, ''), coalesce(i.name, '')
    from products p left join lateral ingredients_of(p.composition) i on true
    where p.id = any (ids);
end $$;
create function products_taken_apart() returns trigger language plpgsql as $$
begin
  perform refresh_ingredients(array(select id from fresh));
  return null;
end $$;
create trigger products_taken_apart after insert on products
  referencing new table as fresh for each statement execute function products_taken_apart();
create function product_recomposed() returns trigger language plpgsql as $$
begin
  perform refresh_ingredients(array[new.id]);
  return null;
end $$;
create trigger product_recomposed after update of composition on products
  for each row when (old.composition <> new.composition) execute function product_recomposed();
select refresh_ingredients(array(select id from products));

-- What a customer does not want in what he buys: an ingredient or a group of them (alcohol, fragrance …).
create table avoided_ingredients (
  customer_id integer not null references customers on delete cascade,
  slug        text not null check (length(slug) between 1 and 100),
  added_at    timestamptz not null default now(),
  primary key (customer_id, slug)
);

-- What a form of a product holds, where it differs from the product's own: a unit price is told of what is known.
alter table product_variants add column net_amount numeric(10, 2) check (net_amount > 0);
