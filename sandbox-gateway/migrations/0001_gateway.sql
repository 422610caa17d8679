-- The sandbox gateway's own tables. Card numbers and codes are never here: first six and last four digits at most.
create schema if not exists sandbox_gateway;

-- What the browser gets for a card: once, for fifteen minutes. The token itself is not kept (sha-256 of it is).
create table sandbox_gateway.tokens (
  token_hash   bytea primary key check (length(token_hash) = 32),
  brand        text not null,
  first6       text not null check (first6 ~ '^[0-9]{6}$'),
  last4        text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year  smallint not null check (expiry_year between 2000 and 2099),
  -- How the card behaves, named in the table of test cards.
  behaviour    text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz
);
create index tokens_expiry on sandbox_gateway.tokens (expires_at);

create table sandbox_gateway.payments (
  id                 uuid primary key,
  shop_id            text not null,
  amount_minor       bigint not null check (amount_minor > 0),
  currency           text not null check (currency ~ '^[A-Z]{3}$'),
  status             text not null default 'pending' check (status in ('pending', 'succeeded', 'canceled')),
  description        text not null default '' check (length(description) <= 128),
  metadata           jsonb not null default '{}',
  return_url         text,
  brand              text not null,
  first6             text not null check (first6 ~ '^[0-9]{6}$'),
  last4              text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month       smallint not null,
  expiry_year        smallint not null,
  behaviour          text not null,
  cancel_party       text,
  cancel_reason      text,
  -- Asked for (a refund that waits counts too) and given back. Never above what was captured.
  refund_asked_minor bigint not null default 0 check (refund_asked_minor <= amount_minor),
  refunded_minor     bigint not null default 0 check (refunded_minor between 0 and refund_asked_minor),
  created_at         timestamptz not null,
  decide_at          timestamptz not null,
  ended_at           timestamptz,
  check ((status = 'pending') = (ended_at is null)),
  check ((status = 'canceled') = (cancel_reason is not null)),
  check (refund_asked_minor = 0 or status = 'succeeded')
);
create index payments_undecided on sandbox_gateway.payments (decide_at) where status = 'pending';

create table sandbox_gateway.refunds (
  id           uuid primary key,
  payment_id   uuid not null references sandbox_gateway.payments,
  amount_minor bigint not null check (amount_minor > 0),
  status       text not null default 'pending' check (status in ('pending', 'succeeded')),
  description  text not null default '' check (length(description) <= 128),
  metadata     jsonb not null default '{}',
  created_at   timestamptz not null,
  decide_at    timestamptz not null,
  ended_at     timestamptz,
  check ((status = 'pending') = (ended_at is null))
);
create index refunds_payment on sandbox_gateway.refunds (payment_id);
create index refunds_undecided on sandbox_gateway.refunds (decide_at) where status = 'pending';

-- The first answer to a keyed write, kept for 24 hours.
create table sandbox_gateway.idempotence_keys (
  shop_id      text not null,
  key          text not null check (length(key) between 1 and 64),
  request_hash bytea not null,
  answer       jsonb,
  created_at   timestamptz not null,
  primary key (shop_id, key)
);
create index idempotence_keys_age on sandbox_gateway.idempotence_keys (created_at);

-- What the shop must be told. The body is kept as text: every try sends and signs the same bytes.
create table sandbox_gateway.notifications (
  id           uuid primary key,
  shop_id      text not null,
  body         text not null,
  created_at   timestamptz not null,
  tries        smallint not null default 0,
  -- Null when told or given up.
  next_try_at  timestamptz,
  delivered_at timestamptz,
  last_error   text
);
create index notifications_due on sandbox_gateway.notifications (next_try_at) where next_try_at is not null;
