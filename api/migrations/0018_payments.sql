-- Payments: tables of the payments module (docs/domain/payments.md). Amounts are minor units of the payment's currency.

-- A payment of an order.
create table payments (
  -- Random: whoever has the id may see the payment.
  id           text        primary key check (id ~ '^[A-Za-z0-9_-]{22,}$'),
  order_id     integer     not null references orders,
  provider     text        not null,
  method       text        not null,
  -- 0 if points and gift cards pay for the whole order; such a payment has no provider.
  amount_minor bigint      not null,
  currency     char(3)     not null references currencies,
  status       text        not null default 'awaiting' check (status in ('awaiting', 'success', 'error', 'cancelled')),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  paid_at      timestamptz,
  constraint payments_amount_minor_check check (amount_minor > 0 or (amount_minor = 0 and status = 'success')),
  constraint payments_paid_at_check check ((status = 'success') = (paid_at is not null))
);
-- At most one live payment of an order: the next one can be created after the last one is canceled.
create unique index payments_live on payments (order_id) where status <> 'cancelled';
create index payments_open on payments (order_id) where status in ('awaiting', 'error');
-- For the newest payment of an order, which order pages display.
create index payments_order on payments (order_id, created_at desc);

-- An attempt to pay. After a declined one, another may follow.
create table payment_attempts (
  id             text        primary key,
  payment_id     text        not null references payments,
  provider_ref   text        unique,
  status         text        not null default 'pending' check (status in ('pending', 'challenge', 'succeeded', 'failed')),
  action_url     text,
  decline_reason text,
  created_at     timestamptz not null default now(),
  -- When the provider was last asked about an attempt without result; the oldest are asked first.
  checked_at     timestamptz,
  ended_at       timestamptz
);
-- At most one live attempt of a payment.
create unique index payment_attempts_live on payment_attempts (payment_id)
  where status in ('pending', 'challenge', 'succeeded');
create index payment_attempts_open on payment_attempts (created_at) where status in ('pending', 'challenge');

-- A refund.
create table refunds (
  id           text        primary key,
  payment_id   text        not null references payments,
  -- The attempt whose money is refunded: more than one attempt of a payment may have been captured.
  attempt_id   text        not null references payment_attempts,
  amount_minor bigint      not null check (amount_minor > 0),
  status       text        not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  reason       text        not null,
  -- Whether the goods return to stock; at most once for an order.
  restock      boolean     not null default false,
  provider_ref text        unique,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (created_at) where status = 'pending';

-- An event of a provider, stored once, before it is processed.
create table webhook_events (
  provider     text        not null,
  event_id     text        not null,
  payload      jsonb       not null,
  received_at  timestamptz not null default now(),
  processed_at timestamptz,
  outcome      text,
  primary key (provider, event_id)
);
create index webhook_events_unprocessed on webhook_events (received_at) where processed_at is null;
-- For the job that deletes old events.
create index webhook_events_processed on webhook_events (processed_at) where processed_at is not null;

-- A discrepancy between store and provider that the reconciliation found, and what was done about it; append-only, for
-- the operator.
create table payment_corrections (
  id         bigint      generated always as identity primary key,
  finding    text        not null,
  action     text        not null,
  order_id   integer     references orders,
  payment_id text        references payments,
  created_at timestamptz not null
);
create index payment_corrections_created on payment_corrections (created_at desc);
