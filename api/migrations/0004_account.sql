-- Customers, sessions, addresses and consents: tables of the account module. Tokens and codes are never stored, only
-- their SHA-256 (docs/domain/accounts.md).

-- ---------------------------------------------------------------------------------------------------------------------
-- Customers
-- ---------------------------------------------------------------------------------------------------------------------

-- An account. When its data is erased, the row stays without personal data.
create table customers (
  id                integer     generated always as identity primary key,
  email             text        not null check (email = lower(email) and length(email) <= 254),
  password_hash     text        not null,
  name              text        not null check (length(name) between 1 and 100),
  surname           text        check (length(surname) between 1 and 100),
  phone             text        not null check (length(phone) between 9 and 40),
  gender            text        check (gender in ('male', 'female')),
  birthday          date,
  locale            text        not null check (locale in ('ru-RU', 'en-US')),
  email_verified_at timestamptz,
  created_at        timestamptz not null default now(),
  deleted_at        timestamptz
);
create unique index customers_email on customers (email) where deleted_at is null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Sessions and second factor
-- ---------------------------------------------------------------------------------------------------------------------

-- A signed-in device.
create table sessions (
  token_hash   bytea       primary key check (length(token_hash) = 32),
  -- The customer refers to a session by this id, never by the hash.
  id           bigint      generated always as identity unique,
  customer_id  integer     not null references customers on delete cascade,
  remember     boolean     not null,
  ip           text        not null default '',
  user_agent   text        not null default '',
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index sessions_customer on sessions (customer_id);
create index sessions_expires on sessions (expires_at);

-- A device and network that a customer has signed in from; a sign-in from another one is reported by email.
create table known_devices (
  customer_id   integer     not null references customers on delete cascade,
  -- Browser and operating system (`Chrome, Windows`), and the IP address.
  device        text        not null,
  network       text        not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (customer_id, device, network)
);

-- The authenticator app (TOTP) of a customer.
create table second_factors (
  customer_id   integer     primary key references customers on delete cascade,
  -- The shared key, encrypted with a key that is not in the database.
  encrypted_key bytea       not null,
  started_at    timestamptz not null,
  -- Null during the setup: sign-ins do not ask for a code yet.
  confirmed_at  timestamptz,
  -- Time step (30 seconds) of the last accepted code; codes of this step and of earlier ones are refused.
  last_step     bigint      not null default 0
);

-- A recovery code, which replaces a code of the app once.
create table recovery_codes (
  customer_id integer     not null references second_factors on delete cascade,
  code_hash   bytea       not null check (length(code_hash) = 32),
  used_at     timestamptz,
  primary key (customer_id, code_hash)
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Links in emails
-- ---------------------------------------------------------------------------------------------------------------------

-- A link that resets the password.
create table password_resets (
  token_hash  bytea       primary key check (length(token_hash) = 32),
  customer_id integer     not null references customers on delete cascade,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index password_resets_customer on password_resets (customer_id);

-- A change of email that waits for the confirmation of both addresses; at most one for each customer.
create table email_changes (
  id               integer     generated always as identity primary key,
  customer_id      integer     not null unique references customers on delete cascade,
  new_email        text        not null check (new_email = lower(new_email) and length(new_email) <= 254),
  requested_at     timestamptz not null,
  expires_at       timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz
);

-- A link that confirms an email. A used link is deleted.
create table email_links (
  token_hash  bytea       primary key check (length(token_hash) = 32),
  customer_id integer     not null references customers on delete cascade,
  -- The address that the link was sent to.
  email       text        not null,
  -- Null: the link confirms the email of a new account.
  change_id   integer     references email_changes on delete cascade,
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
create index email_links_customer on email_links (customer_id);
create index email_links_change on email_links (change_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Addresses and consents
-- ---------------------------------------------------------------------------------------------------------------------

-- A delivery address of a customer.
create table addresses (
  id           integer     generated always as identity primary key,
  customer_id  integer     not null references customers on delete cascade,
  alias        text        not null check (length(alias) between 1 and 60),
  first_name   text        not null check (length(first_name) between 1 and 60),
  last_name    text        not null check (length(last_name) between 1 and 60),
  middle_name  text        not null default '',
  company      text        not null default '',
  country      char(2)     not null check (country ~ '^[A-Z]{2}$'),
  state        text        not null default '',
  postcode     text        not null check (length(postcode) between 2 and 12),
  -- Printable ASCII: both are printed on a Japanese label (docs/domain/delivery.md).
  city         text        not null check (city ~ '^[ -~]{1,80}$'),
  address      text        not null check (address ~ '^[ -~]{1,160}$'),
  phone_mobile text        not null check (length(phone_mobile) between 9 and 40),
  phone_home   text        not null default '',
  other        text        not null default '',
  created_at   timestamptz not null default now(),
  -- A deleted address is hidden, and kept while a cart refers to it.
  deleted_at   timestamptz
);
create index addresses_customer on addresses (customer_id) where deleted_at is null;

-- A consent that was given, with the evidence; a withdrawal keeps the row (docs/domain/privacy.md).
create table consents (
  id           bigint      generated always as identity primary key,
  customer_id  integer     references customers on delete set null,
  email        text,
  purpose      text        not null check (purpose in
    ('personal_data', 'newsletter', 'reminders', 'analytics', 'duty_7_14', 'offer')),
  -- Version of the text that the person agreed to.
  version      text        not null,
  given_at     timestamptz not null default now(),
  ip           text        not null,
  user_agent   text        not null default '',
  source_form  text        not null,
  withdrawn_at timestamptz,
  constraint consents_person_check check (customer_id is not null or email is not null or purpose = 'analytics')
);
create index consents_customer on consents (customer_id, purpose, given_at desc);
create index consents_email on consents (email, purpose) where withdrawn_at is null;
