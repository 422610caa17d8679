-- Reviews and questions: tables of the reviews module (docs/domain/reviews.md).

-- ---------------------------------------------------------------------------------------------------------------------
-- Reviews
-- ---------------------------------------------------------------------------------------------------------------------

-- A customer's review of a product; at most one for each product.
create table reviews (
  id                   integer     generated always as identity primary key,
  product_id           integer     not null references products on delete cascade,
  customer_id          integer     not null references customers,
  author_name          text        not null,
  locale               text        not null check (locale in ('ru-RU', 'en-US')),
  rating               smallint    not null check (rating between 1 and 5),
  text                 text        not null default '' check (length(text) <= 3000),
  -- Whether the customer had bought the product when the review was written or approved.
  is_verified_purchase boolean     not null default false,
  -- Number of votes, calculated by `refresh_vote_counts`.
  helpful_count        integer     not null default 0 check (helpful_count >= 0),
  shop_answer          text        not null default '',
  answered_at          timestamptz,
  status               text        not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  reject_reason        text        not null default '',
  created_at           timestamptz not null default now(),
  published_at         timestamptz,
  unique (product_id, customer_id),
  constraint reviews_published_at_check check (status <> 'published' or published_at is not null)
);
-- The sort orders of a product's reviews; among equal ratings, new reviews are first in both directions.
create index reviews_published on reviews (product_id, published_at desc) where status = 'published';
create index reviews_most_helpful on reviews (product_id, helpful_count desc, published_at desc, id desc) where status = 'published';
create index reviews_highest_rated on reviews (product_id, rating desc, published_at desc, id desc) where status = 'published';
create index reviews_lowest_rated on reviews (product_id, rating, published_at desc, id desc) where status = 'published';
create index reviews_customer on reviews (customer_id, created_at desc);
create index reviews_pending on reviews (created_at, id) where status = 'pending';

-- A photo of a review.
create table review_photos (
  review_id integer  not null references reviews on delete cascade,
  position  smallint not null check (position between 1 and 4),
  media_id  bigint   not null references media,
  primary key (review_id, position)
);
create index review_photos_media on review_photos (media_id);

-- A photo that was uploaded and is in no review. A job deletes it after a day.
create table review_uploads (
  media_id    bigint      not null references media,
  customer_id integer     not null references customers on delete cascade,
  uploaded_at timestamptz not null,
  primary key (media_id, customer_id)
);
create index review_uploads_uploaded on review_uploads (uploaded_at);

-- A customer's vote that a review is helpful.
create table review_votes (
  review_id   integer not null references reviews on delete cascade,
  customer_id integer not null references customers on delete cascade,
  primary key (review_id, customer_id)
);
create index review_votes_customer on review_votes (customer_id);

-- Calculates the ratings of products from their published reviews. The products are locked in the order of their ids,
-- so that transactions on the same products cannot deadlock; with `no key`, because inserting a review holds a key
-- share lock on its product.
create function refresh_review_totals(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set rating_sum = r.rating_sum, reviews_count = r.reviews_count, rating_counts = r.rating_counts
  from (
    select i.id, coalesce(sum(r.rating), 0) as rating_sum, count(r.id) as reviews_count,
      array[count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
        count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::integer[] as rating_counts
    from unnest(ids) i(id) left join reviews r on r.product_id = i.id and r.status = 'published'
    group by i.id
  ) r
  where p.id = r.id and p.rating_counts <> r.rating_counts;
end $$;

create function reviews_after_insert_or_delete() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_review_totals(array(select distinct product_id from deleted where status = 'published'));
  else
    perform refresh_review_totals(array(select distinct product_id from inserted where status = 'published'));
  end if;
  return null;
end $$;

-- Votes and answers do not change the rating, and must not lock the product.
create function reviews_after_update() returns trigger language plpgsql as $$
begin
  perform refresh_review_totals(array(
    select distinct product_id from (
      select n.product_id from updated n join previous o using (id)
        where (n.product_id, n.rating, n.status) is distinct from (o.product_id, o.rating, o.status)
      union all
      select o.product_id from updated n join previous o using (id) where n.product_id <> o.product_id
    ) changed));
  return null;
end $$;

-- Triggers, so that the rating equals the sum of the published reviews whoever moderates, deletes or imports them.
create trigger reviews_after_insert after insert on reviews
  referencing new table as inserted for each statement execute function reviews_after_insert_or_delete();
create trigger reviews_after_update after update on reviews
  referencing old table as previous new table as updated for each statement execute function reviews_after_update();
create trigger reviews_after_delete after delete on reviews
  referencing old table as deleted for each statement execute function reviews_after_insert_or_delete();

-- Calculates the vote counts of reviews. Each review is locked before its votes are counted, so that of two concurrent
-- votes none is missed.
create function refresh_vote_counts(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from reviews where id = any (ids) order by id for no key update;
  update reviews r set helpful_count = v.votes
  from (
    select i.id, count(v.customer_id) as votes
    from unnest(ids) i(id) left join review_votes v on v.review_id = i.id group by i.id
  ) v
  where r.id = v.id and r.helpful_count <> v.votes;
end $$;

create function review_votes_after_insert_or_delete() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform refresh_vote_counts(array(select distinct review_id from deleted));
  else
    perform refresh_vote_counts(array(select distinct review_id from inserted));
  end if;
  return null;
end $$;

-- Triggers, because votes are also deleted by the deletion of a customer.
create trigger review_votes_after_insert after insert on review_votes
  referencing new table as inserted for each statement execute function review_votes_after_insert_or_delete();
create trigger review_votes_after_delete after delete on review_votes
  referencing old table as deleted for each statement execute function review_votes_after_insert_or_delete();

-- ---------------------------------------------------------------------------------------------------------------------
-- Questions
-- ---------------------------------------------------------------------------------------------------------------------

-- A customer's question about a product, and its answer.
create table questions (
  id            integer     generated always as identity primary key,
  product_id    integer     not null references products on delete cascade,
  customer_id   integer     not null references customers,
  author_name   text        not null,
  locale        text        not null check (locale in ('ru-RU', 'en-US')),
  text          text        not null check (length(text) between 10 and 1000),
  -- Whether the question may be published; otherwise only its author sees the answer.
  is_public     boolean     not null,
  -- Whether the author is told about the answer by email.
  notify        boolean     not null default true,
  answer        text        not null default '',
  answered_at   timestamptz,
  status        text        not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  reject_reason text        not null default '',
  created_at    timestamptz not null default now(),
  published_at  timestamptz
);
create index questions_published on questions (product_id, published_at desc) where status = 'published';
create index questions_customer on questions (customer_id);
create index questions_pending on questions (created_at, id) where status = 'pending';
-- A form that is submitted twice creates one question.
create unique index questions_unique on questions (product_id, customer_id, md5(text));

-- Returns the stems of a question, for suggestions of answered questions while another one is typed. The Russian
-- configuration stems English words too.
create function build_question_vector(t text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('pg_catalog.russian', normalize_search_text(t));
create index questions_vector on questions using gin (build_question_vector(text)) where status = 'published' and answer <> '';
