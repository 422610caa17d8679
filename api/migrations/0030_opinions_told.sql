-- Reviews and questions: how lists are read, what must not happen twice, photographs that wait for their review.

create index reviews_rated on reviews (product_id, rating, published_at desc, id desc) where status = 'published';
create index reviews_helpful on reviews (product_id, helpful desc, published_at desc, id desc) where status = 'published';
create index reviews_waiting on reviews (created_at, id) where status = 'pending';

-- Whoever writes a review holds its product against deletion already: to hold it fully, two writers at once would wait
-- for each other.
create or replace function sum_reviews(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set rating_sum = r.rating_sum, reviews_count = r.reviews_count
  from (
    select i.id, coalesce(sum(r.rating), 0) as rating_sum, count(r.id) as reviews_count
    from unnest(ids) i(id) left join reviews r on r.product_id = i.id and r.status = 'published'
    group by i.id
  ) r
  where p.id = r.id and (p.rating_sum, p.reviews_count) is distinct from (r.rating_sum, r.reviews_count);
end $$;
create or replace function reviews_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform sum_reviews(array(select distinct product_id from before where status = 'published'));
  else perform sum_reviews(array(select distinct product_id from changed where status = 'published')); end if;
  return null;
end $$;

-- The rating follows what it is made of; a vote or an answer changes none of it, and need not hold the product.
create function reviews_judged() returns trigger language plpgsql as $$
begin
  perform sum_reviews(array(
    select distinct product_id from (
      select n.product_id from changed n join before o using (id)
        where (n.product_id, n.rating, n.status) is distinct from (o.product_id, o.rating, o.status)
      union all
      select o.product_id from changed n join before o using (id) where n.product_id <> o.product_id
    ) moved));
  return null;
end $$;
drop trigger reviews_updated on reviews;
create trigger reviews_updated after update on reviews
  referencing old table as before new table as changed for each statement execute function reviews_judged();

-- How many found a review helpful is the number of its votes. The row is held before they are counted, so that of two
-- voters at once neither is missed.
create function count_votes(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from reviews where id = any (ids) order by id for no key update;
  update reviews r set helpful = v.votes
  from (
    select i.id, count(v.customer_id) as votes
    from unnest(ids) i(id) left join review_votes v on v.review_id = i.id group by i.id
  ) v
  where r.id = v.id and r.helpful <> v.votes;
end $$;
create function votes_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform count_votes(array(select distinct review_id from before));
  else perform count_votes(array(select distinct review_id from changed)); end if;
  return null;
end $$;
create trigger votes_inserted after insert on review_votes
  referencing new table as changed for each statement execute function votes_changed();
create trigger votes_deleted after delete on review_votes
  referencing old table as before for each statement execute function votes_changed();
create index review_votes_customer on review_votes (customer_id);

-- A photograph that was sent and belongs to no review yet, or to none any more: it goes after a day.
create table review_uploads (
  media_id    bigint not null references media,
  customer_id integer not null references customers on delete cascade,
  uploaded_at timestamptz not null,
  primary key (media_id, customer_id)
);
create index review_uploads_old on review_uploads (uploaded_at);
create index review_photos_media on review_photos (media_id);

alter table questions add column reject_reason text not null default '';
create index questions_waiting on questions (created_at, id) where status = 'pending';
-- A form that is sent twice asks once.
create unique index questions_once on questions (product_id, customer_id, md5(text));

-- What a question is about, for hints while the next one is typed. English words are read as English there too.
create function question_words(t text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('pg_catalog.russian', search_folded(t));
create index questions_words on questions using gin (question_words(text)) where status = 'published' and answer <> '';
