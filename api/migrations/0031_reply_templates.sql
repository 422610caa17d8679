-- additive: a new table and an index
-- What moderators work with (docs/domain/reviews.md).

-- A saved reply: a text that moderators insert and then edit.
create table reply_templates (
  id         integer     generated always as identity primary key,
  -- Where it is offered: answers to reviews, answers to questions, or reasons of rejections and of requested changes.
  kind       text        not null check (kind in ('review', 'question', 'reason')),
  -- It is offered for texts in this language.
  locale     text        not null check (locale in ('ru-RU', 'en-US')),
  title      text        not null check (length(title) between 1 and 80),
  body       text        not null check (length(body) between 1 and 3000),
  -- Compared before a deletion; each edit increments it.
  version    integer     not null default 1,
  unique (kind, locale, title)
);

-- Other accounts at the address of an author.
create index addresses_place on addresses (country, postcode) where deleted_at is null;
