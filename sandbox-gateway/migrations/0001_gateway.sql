-- The tables of the sandbox gateway, a payment provider for tests. Of a card only its first six and last four digits
-- are stored, never its number or code.
create schema if not exists sandbox_gateway;

-- A card that the browser has tokenized: a token can be used once, within fifteen minutes. Only its SHA-256 is stored.
create table sandbox_gateway.tokens (
  token_hash   bytea       primary key check (length(token_hash) = 32),
  brand        text        not null,
  first6       text        not null check (first6 ~ '^[0-9]{6}$'),
  last4        text        not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint    not null check (expiry_month between 1 and 12),
  expiry_year  smallint    not null check (expiry_year between 2000 and 2099),
  -- How a payment with the card ends: a name of the table of test cards.
  behavior     text        not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  -- When a payment with the card of an unreliable gateway had its one failure.
  failed_at    timestamptz
);
create index tokens_expires on sandbox_gateway.tokens (expires_at);

-- A payment.
create table sandbox_gateway.payments (
  id                     uuid        primary key,
  shop_id                text        not null,
  amount_minor           bigint      not null check (amount_minor > 0),
  currency               text        not null check (currency ~ '^[A-Z]{3}$'),
  status                 text        not null default 'pending' check (status in ('pending', 'succeeded', 'canceled')),
  description            text        not null default '' check (length(description) <= 128),
  metadata               jsonb       not null default '{}',
  return_url             text,

  -- The card; null for the Russian instant payment system (SBP), in which the shopper confirms on a hosted page.
  method                 text        not null default 'bank_card' check (method in ('bank_card', 'sbp')),
  brand                  text,
  first6                 text        check (first6 ~ '^[0-9]{6}$'),
  last4                  text        check (last4 ~ '^[0-9]{4}$'),
  expiry_month           smallint,
  expiry_year            smallint,
  behavior               text        not null,

  -- The shopper's answer on the hosted page (3-D Secure, SBP), and its language.
  challenge              text        check (challenge in ('pending', 'confirmed', 'refused')),
  locale                 text        not null default 'ru_RU' check (locale in ('ru_RU', 'en_US')),

  cancel_party           text,
  cancel_reason          text,
  -- Amounts of all refunds, pending ones included, and of completed ones: never more than was captured.
  refund_requested_minor bigint      not null default 0 check (refund_requested_minor <= amount_minor),
  refunded_minor         bigint      not null default 0,

  created_at             timestamptz not null,
  decide_at              timestamptz not null,
  ended_at               timestamptz,

  constraint payments_refunded_minor_check check (refunded_minor between 0 and refund_requested_minor),
  constraint payments_refund_status_check check (refund_requested_minor = 0 or status = 'succeeded'),
  constraint payments_ended_at_check check ((status = 'pending') = (ended_at is null)),
  constraint payments_cancel_reason_check check ((status = 'canceled') = (cancel_reason is not null)),
  constraint payments_card_check check (
    (method = 'bank_card') = (num_nulls(brand, first6, last4, expiry_month, expiry_year) = 0)),
  constraint payments_sbp_currency_check check (method <> 'sbp' or currency = 'RUB')
);
create index payments_pending on sandbox_gateway.payments (decide_at) where status = 'pending';

-- A refund of a payment.
create table sandbox_gateway.refunds (
  id           uuid        primary key,
  payment_id   uuid        not null references sandbox_gateway.payments,
  amount_minor bigint      not null check (amount_minor > 0),
  status       text        not null default 'pending' check (status in ('pending', 'succeeded')),
  description  text        not null default '' check (length(description) <= 128),
  metadata     jsonb       not null default '{}',
  created_at   timestamptz not null,
  decide_at    timestamptz not null,
  ended_at     timestamptz,
  constraint refunds_ended_at_check check ((status = 'pending') = (ended_at is null))
);
create index refunds_payment on sandbox_gateway.refunds (payment_id);
create index refunds_pending on sandbox_gateway.refunds (decide_at) where status = 'pending';

-- The first response to a request with an idempotency key, kept for 24 hours.
create table sandbox_gateway.idempotency_keys (
  shop_id      text        not null,
  key          text        not null check (length(key) between 1 and 64),
  request_hash bytea       not null,
  response     jsonb,
  created_at   timestamptz not null,
  primary key (shop_id, key)
);
create index idempotency_keys_created on sandbox_gateway.idempotency_keys (created_at);

-- A webhook to send to the store. An event may be sent more than once, each time as a row of its own. The body is
-- stored as text, so that every attempt sends and signs the same bytes.
create table sandbox_gateway.notifications (
  id              uuid        primary key,
  shop_id         text        not null,
  event_id        uuid        not null,
  body            text        not null,
  attempts        smallint    not null default 0,
  -- Null when it was delivered or the last attempt failed.
  next_attempt_at timestamptz,
  last_error      text,
  created_at      timestamptz not null,
  delivered_at    timestamptz
);
create index notifications_due on sandbox_gateway.notifications (next_attempt_at) where next_attempt_at is not null;
