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

-- A version of a page; consents refer to versions, so all of them are kept. A page without its current version here is not
-- published: both rows are written together (`upsertPage`).
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
