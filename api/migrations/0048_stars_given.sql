-- How many gave 1 to 5 stars, beside their sum: a product's page shows it, and shall not count its reviews each time.
alter table products add column stars_given integer[] not null default '{0,0,0,0,0}'
  check (array_length(stars_given, 1) = 5 and 0 <= all (stars_given));

create or replace function sum_reviews(ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from products where id = any (ids) order by id for no key update;
  update products p set rating_sum = r.rating_sum, reviews_count = r.reviews_count, stars_given = r.stars_given
  from (
    select i.id, coalesce(sum(r.rating), 0) as rating_sum, count(r.id) as reviews_count,
      array[count(*) filter (where r.rating = 1), count(*) filter (where r.rating = 2), count(*) filter (where r.rating = 3),
        count(*) filter (where r.rating = 4), count(*) filter (where r.rating = 5)]::integer[] as stars_given
    from unnest(ids) i(id) left join reviews r on r.product_id = i.id and r.status = 'published'
    group by i.id
  ) r
  where p.id = r.id and p.stars_given <> r.stars_given;
end $$;
select sum_reviews(array(select distinct product_id from reviews where status = 'published'));

-- The best first, the latest of them first: `reviews_rated` has the worst first.
create index reviews_best on reviews (product_id, rating desc, published_at desc, id desc) where status = 'published';
