-- Redirects and banners: tables of the content module.

-- A permanent redirect (301). Paths have no locale prefix and no query string. A redirect always leads to a page in one
-- step: see `add_redirect` and docs/domain/seo.md.
create table redirects (
  from_path text primary key,
  to_path   text not null,
  constraint redirects_from_path_check check (from_path like '/%' and from_path !~ '[?#\s]' and from_path !~ '^//'),
  constraint redirects_to_path_check check (to_path like '/%' and to_path !~ '[?#\s\\]' and to_path !~ '^//'),
  constraint redirects_loop_check check (from_path <> to_path)
);
create index redirects_to_path on redirects (to_path);

-- >>> redirects of changed slugs (functions; the triggers are in 0008_catalog.sql)

-- Redirects an old path to a new one. Redirects to the old path are changed to the new one, and a redirect from the new
-- path is deleted: there are no chains and no loops.
create function add_redirect(old_path text, new_path text) returns void language plpgsql as $$
begin
  delete from redirects where from_path = new_path;
  update redirects set to_path = new_path where to_path = old_path;
  insert into redirects (from_path, to_path) values (old_path, new_path)
    on conflict (from_path) do update set to_path = excluded.to_path;
end $$;

-- Redirects the path of a row whose slug has changed. The argument of the trigger is the path before the slug.
create function redirect_changed_slug() returns trigger language plpgsql as $$
begin
  perform add_redirect(tg_argv[0] || old.slug, tg_argv[0] || new.slug);
  return null;
end $$;

-- <<< redirects of changed slugs

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
