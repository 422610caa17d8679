-- Blog and news: tables of the blog module.

-- A post of the blog or the news in one language.
create table posts (
  id           integer     generated always as identity primary key,
  kind         text        not null check (kind in ('blog', 'news')),
  slug         text        not null,
  locale       text        not null check (locale in ('ru-RU', 'en-US')),
  title        text        not null,
  lead         text        not null default '',
  body_html    text        not null,
  cover_id     bigint      references media,
  theme_color  text        not null default 'shiro',
  -- A draft is not public, whatever its date. An unlisted post can be read at its URL, but is in no list, sitemap or
  -- feed.
  draft        boolean     not null default false,
  unlisted     boolean     not null default false,
  published_at timestamptz not null,
  updated_at   timestamptz,
  unique (kind, slug, locale)
);
create index posts_newest on posts (kind, locale, published_at desc);

-- A tag of a post.
create table post_tags (
  post_id integer not null references posts on delete cascade,
  slug    text    not null,
  name    text    not null,
  primary key (post_id, slug)
);

-- A product that a post presents.
create table post_products (
  post_id    integer not null references posts on delete cascade,
  product_id integer not null references products on delete cascade,
  position   integer not null,
  primary key (post_id, product_id)
);
