-- additive: a column that is null, an index and a table
-- A checkout that begins with an email: a column and a table of the module account (docs/domain/accounts.md).

-- The email that a checkout began with. Until their order is placed the customer has a placeholder as `email`, so that
-- nobody finds them by it and nothing is sent to it; the order makes it their email.
alter table customers
  add column checkout_email text check (checkout_email = lower(checkout_email) and length(checkout_email) <= 254),
  add constraint customers_checkout_password_check check (checkout_email is null or password_hash is null);
create index customers_checkout on customers (created_at) where checkout_email is not null;

-- A six-digit code that was requested for a sign-in. It belongs to the browser that has the token, works once, and
-- allows five attempts.
create table login_codes (
  token_hash     bytea       primary key check (length(token_hash) = 32),
  email          text        not null check (email = lower(email) and length(email) <= 254),
  -- Encrypted with a key that is not in the database.
  encrypted_code bytea       not null,
  attempts       smallint    not null default 0 check (attempts between 0 and 5),
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz
);
create index login_codes_email on login_codes (email);
create index login_codes_expires on login_codes (expires_at);
