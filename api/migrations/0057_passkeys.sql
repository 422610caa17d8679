-- additive: two tables and a column that is null
-- Passkeys of customers: tables of the module account (docs/domain/accounts.md).

-- When the customer last confirmed their identity in this session after the sign-in; null if never.
alter table sessions add column reauthenticated_at timestamptz;

-- A WebAuthn credential that a customer signs in with. The private key never leaves the customer's device.
create table passkeys (
  id            integer     generated always as identity primary key,
  customer_id   integer     not null references customers on delete cascade,
  -- Chosen by the authenticator, at most 1023 bytes (WebAuthn).
  credential_id bytea       not null unique check (length(credential_id) between 1 and 1023),
  -- Names the customer to the authenticator; random, and the same for all passkeys of a customer.
  user_handle   bytea       not null check (length(user_handle) = 32),
  -- In COSE form.
  public_key    bytea       not null check (length(public_key) between 1 and 2048),
  -- The authenticator's counter of signatures at the last sign-in; always 0 if it has no counter.
  sign_count    bigint      not null check (sign_count >= 0),
  transports    text[]      not null,
  -- Whether the authenticator copies the passkey to other devices of the customer.
  is_backed_up  boolean     not null,
  name          text        not null check (length(name) between 1 and 60),
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkeys_customer on passkeys (customer_id);

-- A challenge that waits for the signature of an authenticator. It is deleted when it is used.
create table passkey_challenges (
  challenge_hash bytea       primary key check (length(challenge_hash) = 32),
  -- Whose passkey is to be added; null for a sign-in.
  customer_id    integer     references customers on delete cascade,
  -- The user handle of the passkey to be added.
  user_handle    bytea       check (length(user_handle) = 32),
  expires_at     timestamptz not null,
  check ((customer_id is null) = (user_handle is null))
);
create index passkey_challenges_customer on passkey_challenges (customer_id);
create index passkey_challenges_expires on passkey_challenges (expires_at);
