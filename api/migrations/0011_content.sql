create table pages (
  slug        text not null,
  locale      text not null check (locale in ('ru-RU', 'en-US')),
  title       text not null,
  description text not null default '',
  body_html   text not null,
  version     text not null default '1',
  updated_at  timestamptz not null default now(),
  primary key (slug, locale)
);

create table posts (
  id           integer generated always as identity primary key,
  kind         text not null check (kind in ('blog', 'news')),
  slug         text not null,
  locale       text not null check (locale in ('ru-RU', 'en-US')),
  title        text not null,
  lead         text not null default '',
  body_html    text not null,
  cover_id     bigint references media,
  cloth        text not null default 'shiro',
  published_at timestamptz not null,
  unique (kind, slug, locale)
);
create index posts_newest on posts (kind, locale, published_at desc);
create table post_tags (
  post_id integer not null references posts on delete cascade,
  slug    text not null,
  name    text not null,
  primary key (post_id, slug)
);
create table post_products (
  post_id    integer not null references posts on delete cascade,
  product_id integer not null references products on delete cascade,
  position   integer not null,
  primary key (post_id, product_id)
);

-- A quiz is data: questions with weighted answers, results with steps of a routine.
create table quizzes (
  id     integer not null,
  locale text not null check (locale in ('ru-RU', 'en-US')),
  title  text not null,
  body   jsonb not null,
  primary key (id, locale)
);
create table quiz_results (
  id          bigint generated always as identity primary key,
  quiz_id     integer not null,
  customer_id integer references customers on delete cascade,
  result_code text not null,
  answers     jsonb not null,
  taken_at    timestamptz not null default now()
);

-- Searches without any personal data: what was asked, how often, with what success.
create table search_queries (
  query    text not null,
  locale   text not null check (locale in ('ru-RU', 'en-US')),
  day      date not null,
  asked    integer not null default 1 check (asked > 0),
  nothing  integer not null default 0 check (nothing >= 0),
  primary key (query, locale, day)
);
create table search_synonyms (
  word       text not null,
  same_as    text not null,
  primary key (word, same_as)
);

create table banners (
  id         integer generated always as identity primary key,
  place      text not null check (place in ('hero', 'side', 'wide')),
  locale     text not null check (locale in ('ru-RU', 'en-US')),
  kicker     text not null default '',
  title      text not null,
  text       text not null default '',
  action     text not null default '',
  href       text not null check (href like '/%'),
  cloth      text not null,
  wide_id    bigint not null references media,
  narrow_id  bigint not null references media,
  starts_at  timestamptz,
  ends_at    timestamptz,
  position   integer not null default 0
);
create index banners_place on banners (locale, place, position);
