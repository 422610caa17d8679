-- Texts are Markdown, which holds the HTML of before too, and every edition of them stays.
alter table pages rename column body_html to body;
create table page_versions (
  slug        text not null,
  locale      text not null,
  version     text not null,
  title       text not null,
  description text not null,
  body        text not null,
  since       timestamptz not null,
  primary key (slug, locale, version),
  foreign key (slug, locale) references pages on delete cascade
);

-- A text that is put up under the name of a known edition mends that edition.
create function keep_page_version() returns trigger language plpgsql as $$
begin
  insert into page_versions (slug, locale, version, title, description, body, since)
    values (new.slug, new.locale, new.version, new.title, new.description, new.body, new.updated_at)
    on conflict (slug, locale, version)
      do update set title = excluded.title, description = excluded.description, body = excluded.body;
  return null;
end $$;
create trigger page_written after insert or update on pages for each row execute function keep_page_version();
update pages set version = version;

-- What is written, but not out yet, whatever its date; and when a post was last changed.
alter table posts add column draft boolean not null default false, add column updated_at timestamptz;

-- Titles and descriptions made by hand, by locale: {"ru-RU": {"title": "…", "description": "…"}}. They win over the pattern.
alter table products add column head jsonb not null default '{}';
alter table categories add column head jsonb not null default '{}';
alter table manufacturers add column head jsonb not null default '{}';
