-- Loyalty points: tables of the loyalty module (docs/domain/loyalty.md). One point is one ruble.

-- The points account of a customer.
create table loyalty_accounts (
  customer_id integer     primary key references customers on delete cascade,
  -- Sum of the entries; the check keeps concurrent orders from spending the same points.
  balance     integer     not null default 0 check (balance >= 0),
  -- When the next remaining points expire, so that the job reads this column only; null: never.
  next_expiry timestamptz
);
create index loyalty_accounts_expiring on loyalty_accounts (next_expiry) where next_expiry is not null;

-- A change of the balance: append-only ledger.
create table loyalty_entries (
  id          bigint      generated always as identity primary key,
  customer_id integer     not null references loyalty_accounts,
  delta       integer     not null check (delta <> 0),
  kind        text        not null,
  reason      text        not null default '',
  order_id    integer,
  expires_at  timestamptz,
  created_at  timestamptz not null default now()
);
create index loyalty_entries_customer on loyalty_entries (customer_id, id desc);
create index loyalty_entries_order on loyalty_entries (order_id) where order_id is not null;
