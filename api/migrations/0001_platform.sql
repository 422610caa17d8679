-- Settings, rate limits, idempotency, emails, media, brand files and signing keys: tables of the platform module.

-- ---------------------------------------------------------------------------------------------------------------------
-- Reference data version
-- ---------------------------------------------------------------------------------------------------------------------

-- One row: the number of changes of the reference data that processes cache (settings, exchange rates, countries,
-- shipping methods, customs rules, gift tiers, taxonomy, synonyms). A transaction that relies on the cache reads this
-- row and knows whether the cache is still current.
create table reference_data_version (
  is_only boolean primary key default true check (is_only),
  version bigint  not null
);

insert into reference_data_version (version) values (1);

-- Used by the triggers `…_after_change` of every cached table.
create function increment_reference_data_version() returns trigger language plpgsql as $$
begin
  update reference_data_version set version = version + 1;
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Settings
-- ---------------------------------------------------------------------------------------------------------------------

-- A setting that differs from its default. The keys and their defaults are defined in the code.
create table settings (
  key        text        primary key,
  value      jsonb       not null,
  updated_at timestamptz not null default now()
);

-- A trigger, so that a setting changed by hand in SQL invalidates the caches too.
create trigger settings_after_change after insert or update or delete or truncate on settings
  for each statement execute function increment_reference_data_version();

-- One change of a setting. A null value stands for the default.
create table setting_changes (
  id         bigint      generated always as identity primary key,
  key        text        not null,
  old_value  jsonb,
  new_value  jsonb,
  changed_by text        not null,
  changed_at timestamptz not null default now()
);
create index setting_changes_key on setting_changes (key, id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Requests
-- ---------------------------------------------------------------------------------------------------------------------

-- The number of requests of one bucket ("login:account:…") in one time window. A job deletes old windows. Unlogged: the
-- counters may be lost in a crash.
create unlogged table rate_limits (
  bucket       text        not null,
  window_start timestamptz not null,
  hits         integer     not null check (hits >= 0),
  primary key (bucket, window_start)
);

-- The first response to a request with an idempotency key. The row is inserted in the transaction of the request, so a
-- second request with the same key waits for the first one and then gets the same response.
create table idempotency_keys (
  scope        text        not null,
  key          text        not null check (length(key) between 8 and 100),
  request_hash text        not null,
  status       smallint,
  response     jsonb,
  created_at   timestamptz not null default now(),
  primary key (scope, key)
);
-- For the job that deletes old keys.
create index idempotency_keys_created on idempotency_keys (created_at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Emails
-- ---------------------------------------------------------------------------------------------------------------------

-- An email that is queued or was sent (outbox). It is inserted in the transaction that causes it.
create table emails (
  id         bigint      generated always as identity primary key,
  -- Both are emptied when the customer's data is erased.
  recipient  text        not null,
  params     jsonb       not null,
  locale     text        not null check (locale in ('ru-RU', 'en-US')),
  template   text        not null,
  -- The same email is never queued twice.
  dedup_key  text        not null unique,
  queued_at  timestamptz not null default now(),
  sent_at    timestamptz,
  attempts   integer     not null default 0,
  last_error text
);
create index emails_unsent on emails (id) where sent_at is null;
-- For the job that erases recipients and parameters of sent emails.
create index emails_sent on emails (sent_at) where sent_at is not null and recipient <> '';
-- For the job that deletes old emails.
create index emails_queued on emails (queued_at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Media and brand files
-- ---------------------------------------------------------------------------------------------------------------------

-- The original of an image; the file is in the media folder.
create table media (
  id         bigint      generated always as identity primary key,
  -- Hash of the content; part of the public URL, which never changes.
  key        text        not null unique check (key ~ '^[a-z0-9]{12,40}$'),
  mime       text        not null check (mime in ('image/svg+xml', 'image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  -- Pixels.
  width      integer     not null check (width > 0),
  height     integer     not null check (height > 0),
  created_at timestamptz not null default now()
);

-- One row: the id in the file `folder.id` of the media folder. Every process checks that it uses the same folder.
create table media_folders (
  is_only  boolean     primary key default true check (is_only),
  id       uuid        not null,
  added_at timestamptz not null default now()
);

-- A logo or icon of the store.
create table brand_files (
  kind       text        primary key check (kind in
    ('logo', 'wordmark', 'emblem', 'favicon', 'apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable-512')),
  mime       text        not null check (mime in ('image/svg+xml', 'image/png')),
  content    bytea       not null check (octet_length(content) between 1 and 262144),
  -- First 24 hexadecimal digits of the hash of the content; part of the URL.
  digest     text        not null check (digest ~ '^[0-9a-f]{24}$'),
  updated_at timestamptz not null default now()
);
create index brand_files_digest on brand_files (digest);

-- ---------------------------------------------------------------------------------------------------------------------
-- Signing keys
-- ---------------------------------------------------------------------------------------------------------------------

-- One row: the key that signs links which need no row of their own. It is created on its first use.
create table signing_keys (
  is_only boolean primary key default true check (is_only),
  key     bytea   not null check (length(key) = 32)
);

-- A replaced signing key: it signs nothing new, but links signed with it are still accepted.
create table retired_signing_keys (
  id         integer     generated always as identity primary key,
  key        bytea       not null check (length(key) = 32),
  retired_at timestamptz not null
);
