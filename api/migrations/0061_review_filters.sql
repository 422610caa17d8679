-- additive: new columns that are null or generated, new tables, replaced functions and indexes
-- Filters of reviews by words and photos, summaries of what reviews often say, and the age and skin type of authors
-- (docs/decisions/0076-count-the-words-of-reviews-in-the-background.md).

-- Returns the stem of a lower-case word; empty for a stop word. Russian words are stemmed twice: the dictionary takes the
-- end of some nominatives for an ending ("запах", "зап"), which it finds in the other cases only then ("запаха", "запах").
create function review_stem(word text) returns text
  language sql immutable parallel safe
  return case when word ~ '^[a-z]+$' then coalesce((ts_lexize('english_stem', word))[1], '')
    else coalesce((ts_lexize('russian_stem', (ts_lexize('russian_stem', translate(word, 'ё', 'е')))[1]))[1], '') end;

-- Returns the different stems of the words of a text that have 3 to 30 letters.
create function build_review_stems(t text) returns text[]
  language sql immutable parallel safe
  as $$ select array(
    select distinct review_stem(word) from regexp_split_to_table(lower(t), '[^[:alpha:]]+') word
    where length(word) between 3 and 30 and review_stem(word) <> '') $$;

alter table reviews
  add column stems text[] generated always as (build_review_stems(text)) stored,
  -- The age group and skin type of the author; null if they did not give it.
  add column author_age text check (author_age in ('18-24', '25-34', '35-44', '45-54', '55+')),
  add column author_skin text check (author_skin in ('normal', 'dry', 'oily', 'combination', 'sensitive', 'mature'));

-- Reviews in the language of the shopper are listed first, so these sort orders are no longer read from an index.
drop index reviews_most_helpful;
drop index reviews_highest_rated;
drop index reviews_lowest_rated;

-- A frequent word of a product's published reviews in one language.
create table review_words (
  product_id    integer not null references products on delete cascade,
  locale        text    not null check (locale in ('ru-RU', 'en-US')),
  stem          text    not null,
  -- The most frequent form of the word.
  word          text    not null,
  -- How many of the reviews in this language contain the word.
  reviews_count integer not null check (reviews_count > 0),
  primary key (product_id, locale, stem)
);

-- A product whose published reviews have changed since its words were counted. A job counts them.
create table review_word_updates (
  product_id integer     primary key references products on delete cascade,
  changed_at timestamptz not null default now()
);

-- Requests that the words of products are counted. Rows that exist are updated, so that a job that is counting waits for
-- this transaction or leaves the product for its next run; in the order of the ids, so that transactions cannot deadlock.
create function request_review_words(ids integer[]) returns void language plpgsql as $$
begin
  insert into review_word_updates (product_id)
  select p.id from products p where p.id = any (ids) order by p.id
  on conflict (product_id) do update set changed_at = excluded.changed_at;
end $$;

create or replace function reviews_after_insert_or_delete() returns trigger language plpgsql as $$
declare
  ids integer[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct product_id from deleted where status = 'published');
  else
    ids := array(select distinct product_id from inserted where status = 'published');
  end if;
  perform refresh_review_totals(ids);
  perform request_review_words(ids);
  return null;
end $$;

-- Votes and answers do not change the rating, and must not lock the product.
create or replace function reviews_after_update() returns trigger language plpgsql as $$
begin
  perform refresh_review_totals(array(
    select distinct product_id from (
      select n.product_id from updated n join previous o using (id)
        where (n.product_id, n.rating, n.status) is distinct from (o.product_id, o.rating, o.status)
      union all
      select o.product_id from updated n join previous o using (id) where n.product_id <> o.product_id
    ) changed));
  perform request_review_words(array(
    select distinct unnest(array[o.product_id, n.product_id]) from updated n join previous o using (id)
    where (n.product_id, n.status, n.locale, n.text) is distinct from (o.product_id, o.status, o.locale, o.text)
      and 'published' in (n.status, o.status)));
  return null;
end $$;

insert into review_word_updates (product_id) select distinct product_id from reviews where status = 'published';

-- What is often said in the reviews of a product, written by staff in one language.
create table review_summaries (
  product_id    integer     not null references products on delete cascade,
  locale        text        not null check (locale in ('ru-RU', 'en-US')),
  -- A merit and a fault that reviews name often: never one without the other.
  praise        text        not null check (length(praise) between 1 and 300),
  criticism     text        not null check (length(criticism) between 1 and 300),
  -- How many published reviews the product had when the summary was checked.
  reviews_count integer     not null check (reviews_count > 0),
  checked_at    timestamptz not null,
  primary key (product_id, locale)
);
