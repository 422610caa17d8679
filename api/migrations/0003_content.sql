-- Redirects and banners: tables of the content module.

-- A permanent redirect (301). Paths have no locale prefix and no query string. A redirect always leads to a page in one
-- step: see docs/domain/seo.md.
create table redirects (
  from_path text primary key,
  to_path   text not null,
  constraint redirects_from_path_check check (from_path like '/%' and from_path !~ '[?#\s]' and from_path !~ '^//'),
  constraint redirects_to_path_check check (to_path like '/%' and to_path !~ '[?#\s\\]' and to_path !~ '^//'),
  constraint redirects_loop_check check (from_path <> to_path)
);
create index redirects_to_path on redirects (to_path);

-- A banner of the home page in one language. Banners of the same name are one banner in several languages.
create table banners (
  id          integer     generated always as identity primary key,
  name        text        not null default 'banner-' || left(md5(random()::text), 12) check (name ~ '^[a-z0-9-]{1,60}$'),
  locale      text        not null check (locale in ('ru-RU', 'en-US')),
  place       text        not null check (place in ('hero', 'side', 'wide')),
  position    integer     not null default 0,
  eyebrow     text        not null default '',
  title       text        not null,
  text        text        not null default '',
  -- Label of the button, and the path that the banner links to.
  action      text        not null default '',
  href        text        not null check (href like '/%'),
  theme_color text        not null,
  wide_id     bigint      not null references media,
  narrow_id   bigint      not null references media,
  -- The time in which the banner is displayed; null: unlimited.
  starts_at   timestamptz,
  ends_at     timestamptz,
  unique (name, locale)
);
create index banners_place on banners (locale, place, position);
