-- When the provider was last asked about an attempt whose end it has not told: who waited longest is asked first.
alter table payment_attempts add column checked_at timestamptz;

-- What was found stranded between shop and provider, and what was done about it: written for the operator, never changed.
create table payment_mendings (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  finding    text not null,
  deed       text not null,
  order_id   integer references orders,
  payment_id text references payments
);
create index payment_mendings_at on payment_mendings (at desc);
