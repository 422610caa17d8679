create table customers (
  id                integer generated always as identity primary key,
  email             text not null check (email = lower(email) and length(email) <= 254),
  password_hash     text not null,
  name              text not null check (length(name) between 1 and 100),
  surname           text check (length(surname) between 1 and 100),
  phone             text not null check (length(phone) between 9 and 40),
  gender            text check (gender in ('male', 'female')),
  birthday          date,
  locale            text not null check (locale in ('ru-RU', 'en-US')),
  email_verified_at timestamptz,
  created_at        timestamptz not null default now(),
  deleted_at        timestamptz
);
create unique index customers_email on customers (email) where deleted_at is null;

-- The token itself is never stored (sha-256 of it is).
create table sessions (
  token_hash   bytea primary key check (length(token_hash) = 32),
  customer_id  integer not null references customers on delete cascade,
  remember     boolean not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index sessions_customer on sessions (customer_id);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  token_hash  bytea primary key check (length(token_hash) = 32),
  customer_id integer not null references customers on delete cascade,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index password_resets_customer on password_resets (customer_id);

create table addresses (
  id           integer generated always as identity primary key,
  customer_id  integer not null references customers on delete cascade,
  alias        text not null check (length(alias) between 1 and 60),
  first_name   text not null check (length(first_name) between 1 and 60),
  last_name    text not null check (length(last_name) between 1 and 60),
  middle_name  text not null default '',
  company      text not null default '',
  country      char(2) not null check (country ~ '^[A-Z]{2}$'),
  state        text not null default '',
  postcode     text not null check (length(postcode) between 2 and 12),
  -- City and street go on a Japanese label: printable ASCII only (spec §5).
  city         text not null check (city ~ '^[ -~]{1,80}$'),
  address      text not null check (address ~ '^[ -~]{1,160}$'),
  phone_mobile text not null check (length(phone_mobile) between 9 and 40),
  phone_home   text not null default '',
  other        text not null default '',
  created_at   timestamptz not null default now(),
  -- Kept while an open cart or an order of the past names it, hidden from its owner.
  deleted_at   timestamptz
);
create index addresses_customer on addresses (customer_id) where deleted_at is null;

create table consents (
  id           bigint generated always as identity primary key,
  customer_id  integer references customers on delete set null,
  email        text,
  purpose      text not null check (purpose in ('personal_data', 'newsletter', 'reminders', 'analytics', 'duty_7_14')),
  version      text not null,
  given_at     timestamptz not null default now(),
  ip           text not null,
  user_agent   text not null default '',
  source_form  text not null,
  withdrawn_at timestamptz,
  check (customer_id is not null or email is not null or purpose = 'analytics')
);
create index consents_customer on consents (customer_id, purpose, given_at desc);

create table notifications (
  id           bigint generated always as identity primary key,
  customer_id  integer not null references customers on delete cascade,
  kind         text not null,
  title        text not null,
  message_html text not null,
  actions      jsonb not null default '[]',
  dedup_key    text not null,
  created_at   timestamptz not null default now(),
  read_at      timestamptz,
  hidden_at    timestamptz,
  unique (customer_id, dedup_key)
);
create index notifications_open on notifications (customer_id, created_at desc) where hidden_at is null;
