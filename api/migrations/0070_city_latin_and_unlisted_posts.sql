-- The Russian name of a city in Latin letters, as address forms write it (Moskva), beside its English name (Moscow).
-- The daily refresh of pick-up points fills it in.
alter table pickup_points add column city_latin text not null default '';
create index pickup_points_city_latin on pickup_points (country, lower(city_latin)) where closed_at is null;

-- A post that is read at its address but is in no list, sitemap or feed.
alter table posts add column unlisted boolean not null default false;
update posts set unlisted = true where kind = 'blog' and slug = 'demo';
