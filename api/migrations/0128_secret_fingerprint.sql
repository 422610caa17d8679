-- additive: a new table, which the previous release does not use.
-- One row, after the first start: a key derived from SHOP_SECRET, from which the secret cannot be calculated. A process with
-- another secret could not read what the others encrypt, and does not start.
create table secret_fingerprint (
  is_only     boolean     primary key default true check (is_only),
  fingerprint text        not null,
  recorded_at timestamptz not null default now()
);
