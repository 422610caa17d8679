-- A code beside the password, and the devices that a customer was seen to sign in from.

create table second_factors (
  customer_id  integer primary key references customers on delete cascade,
  -- The key that the app shares, sealed: the key to it is not in the database.
  sealed_key   bytea not null,
  begun_at     timestamptz not null,
  -- Null while it is being set up: sign-ins do not ask for it yet.
  confirmed_at timestamptz,
  -- The newest half-minute whose code was taken; neither it nor an older one is taken again.
  last_step    bigint not null default 0
);

-- One use each. The codes themselves are never stored (sha-256 of them is).
create table recovery_codes (
  customer_id integer not null references second_factors on delete cascade,
  code_hash   bytea not null check (length(code_hash) = 32),
  used_at     timestamptz,
  primary key (customer_id, code_hash)
);

create table known_devices (
  customer_id   integer not null references customers on delete cascade,
  -- What it calls itself (`Chrome, Windows`), and the address that it came from.
  device        text not null,
  network       text not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null,
  primary key (customer_id, device, network)
);
