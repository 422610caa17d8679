-- Settings that the shop may change without a release, rate limits, idempotency, mail outbox, redirects.

create table settings (
  key        text primary key,
  value      jsonb not null,
  updated_at timestamptz not null default now()
);

-- One row per limited thing ("login:account:…") and window; old rows are swept by a job.
create unlogged table rate_limits (
  bucket       text not null,
  window_start timestamptz not null,
  hits         integer not null check (hits >= 0),
  primary key (bucket, window_start)
);

-- The first answer to a keyed write. The row is inserted in the write's own transaction,
-- so a second request with the same key waits for the first and then repeats its answer.
create table idempotency_keys (
  scope        text not null,
  key          text not null check (length(key) between 8 and 100),
  request_hash text not null,
  status       smallint,
  response     jsonb,
  created_at   timestamptz not null default now(),
  primary key (scope, key)
);

create table mails (
  id         bigint generated always as identity primary key,
  recipient  text not null,
  locale     text not null check (locale in ('ru-RU', 'en-US')),
  template   text not null,
  params     jsonb not null,
  -- The same letter is never queued twice.
  dedup_key  text not null unique,
  queued_at  timestamptz not null default now(),
  sent_at    timestamptz,
  attempts   integer not null default 0,
  last_error text
);
create index mails_unsent on mails (id) where sent_at is null;

create table redirects (
  from_path text primary key check (from_path like '/%'),
  to_path   text not null check (to_path like '/%')
);

create table media (
  id         bigint generated always as identity primary key,
  -- Content hash of the original; part of the immutable public address.
  key        text not null unique check (key ~ '^[a-z0-9]{12,40}$'),
  mime       text not null check (mime in ('image/svg+xml', 'image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  created_at timestamptz not null default now()
);
