-- Signing keys that were replaced: they sign nothing any more, but links that were sent before are still accepted.
create table retired_signing_keys (
  id         integer generated always as identity primary key,
  key        bytea not null check (length(key) = 32),
  retired_at timestamptz not null
);
