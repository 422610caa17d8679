-- additive: the column has a default, and no two defaults are the same
-- A banner has a name, by which the file of an operator tells it from others; one name is one banner in each language.
alter table banners add column name text not null default 'banner-' || left(md5(random()::text), 12)
  check (name ~ '^[a-z0-9-]{1,60}$');
alter table banners add unique (name, locale);
