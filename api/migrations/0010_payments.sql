create table payments (
  -- Unguessable: whoever holds the id may look at the payment.
  id           text primary key check (id ~ '^[A-Za-z0-9_-]{22,}$'),
  order_id     integer not null references orders,
  provider     text not null,
  method       text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency     char(3) not null references currencies,
  status       text not null default 'awaiting' check (status in ('awaiting', 'success', 'error', 'cancelled')),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  paid_at      timestamptz,
  check ((status = 'success') = (paid_at is not null))
);
-- Never two live payments of one order: the next may begin when the last was cancelled.
create unique index payments_live on payments (order_id) where status <> 'cancelled';
create index payments_open on payments (order_id) where status in ('awaiting', 'error');

-- One try to pay: a card that was refused leaves its attempt and a fresh one may follow.
create table payment_attempts (
  id             text primary key,
  payment_id     text not null references payments,
  provider_ref   text unique,
  status         text not null default 'pending' check (status in ('pending', 'challenge', 'succeeded', 'failed')),
  action_url     text,
  decline_reason text,
  created_at     timestamptz not null default now(),
  ended_at       timestamptz
);
create unique index payment_attempts_live on payment_attempts (payment_id)
  where status in ('pending', 'challenge', 'succeeded');
create index payment_attempts_open on payment_attempts (created_at) where status in ('pending', 'challenge');

create table refunds (
  id           text primary key,
  payment_id   text not null references payments,
  -- The attempt whose money goes back: a payment may have been captured by more than one.
  attempt_id   text not null references payment_attempts,
  amount_minor bigint not null check (amount_minor > 0),
  status       text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  reason       text not null,
  provider_ref text unique,
  created_at   timestamptz not null default now(),
  ended_at     timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'pending';

-- A provider's event is stored before it is understood; the same event is stored once.
create table webhook_events (
  provider     text not null,
  event_id     text not null,
  payload      jsonb not null,
  received_at  timestamptz not null default now(),
  processed_at timestamptz,
  outcome      text,
  primary key (provider, event_id)
);
create index webhook_events_open on webhook_events (received_at) where processed_at is null;
