-- additive: two columns that are null, an index and a table
-- The days of arrival that an order was promised, and how many promises were kept: tables of the module orders
-- (docs/decisions/0089-promise-the-days-of-arrival-when-an-order-is-paid.md).

-- Null until the order is paid, for orders without goods, and for orders from before this migration.
alter table orders
  add column promised_from date,
  add column promised_until date,
  add constraint orders_promised_days_check
    check ((promised_from is null) = (promised_until is null) and promised_from <= promised_until);
create index orders_promised on orders (promised_until) where promised_until is not null;

-- By country: the parcels whose last promised day lay in the counted period, and how many of them arrived in time.
create table on_time_rates (
  country    text        primary key references countries (code) on delete cascade,
  parcels    integer     not null check (parcels > 0),
  on_time    integer     not null check (on_time between 0 and parcels),
  counted_at timestamptz not null
);
