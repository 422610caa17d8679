-- Information pages: tables of the cms-pages module.

-- A page under /info in one language.
create table pages (
  slug        text        not null,
  locale      text        not null check (locale in ('ru-RU', 'en-US')),
  title       text        not null,
  description text        not null default '',
  -- Markdown.
  body        text        not null,
  version     text        not null default '1',
  updated_at  timestamptz not null default now(),
  primary key (slug, locale)
);

-- A version of a page; consents refer to versions, so all of them are kept.
create table page_versions (
  slug        text        not null,
  locale      text        not null,
  version     text        not null,
  title       text        not null,
  description text        not null,
  body        text        not null,
  valid_from  timestamptz not null,
  primary key (slug, locale, version),
  foreign key (slug, locale) references pages on delete cascade
);

-- >>> versions of pages

-- A page that is saved under the name of an existing version replaces the text of that version.
create function save_page_version() returns trigger language plpgsql as $$
begin
  insert into page_versions (slug, locale, version, title, description, body, valid_from)
    values (new.slug, new.locale, new.version, new.title, new.description, new.body, new.updated_at)
    on conflict (slug, locale, version)
      do update set title = excluded.title, description = excluded.description, body = excluded.body;
  return null;
end $$;

-- A trigger, so that no writer can change a page without keeping its version.
create trigger pages_after_write after insert or update on pages for each row execute function save_page_version();

-- <<< versions of pages
