-- Gift cards: tables of the gift-cards module (docs/domain/gift-cards.md). Their references to orders are in
-- 0017_orders.sql. Amounts are kopecks.

-- A gift card: a code with a balance.
create table gift_cards (
  id                integer     generated always as identity primary key,
  code              text        not null unique,
  amount_minor      bigint      not null check (amount_minor > 0),
  balance_minor     bigint      not null,
  -- What was taken back because the purchase was refunded.
  voided_minor      bigint      not null default 0 check (voided_minor between 0 and amount_minor),
  -- The order in which it was bought; null: issued by the staff.
  purchase_order_id integer,
  recipient         text        not null default '',
  message           text        not null default '',
  expires_at        timestamptz,
  created_at        timestamptz not null default now(),
  constraint gift_cards_balance_minor_check check (balance_minor between 0 and amount_minor),
  constraint gift_cards_voided_balance_check check (balance_minor + voided_minor <= amount_minor)
);

-- A change of a gift card's balance by an order: append-only ledger.
create table gift_card_entries (
  id           bigint      generated always as identity primary key,
  gift_card_id integer     not null references gift_cards,
  order_id     integer     not null,
  delta_minor  bigint      not null,
  created_at   timestamptz not null default now()
);
create index gift_card_entries_order on gift_card_entries (order_id);

-- A gift card bought with an order. It is issued when the order is paid, and sent by email.
create table order_gift_cards (
  order_id         integer     not null,
  line             smallint    not null check (line > 0),
  -- The price in the currency of the order, and the face value in kopecks.
  price_minor      bigint      not null check (price_minor > 0),
  face_value_minor bigint      not null check (face_value_minor > 0),
  design           text        not null,
  recipient_name   text        not null,
  recipient_email  text        not null,
  sender_name      text        not null,
  message          text        not null,
  -- Null: when it is paid.
  send_on          date,
  -- Secret part of the URL of the gift card.
  key              text        not null unique check (key ~ '^[A-Za-z0-9_-]{32,}$'),
  -- Null until it is paid.
  gift_card_id     integer     unique references gift_cards,
  sent_at          timestamptz,
  primary key (order_id, line),
  constraint order_gift_cards_sent_check check (sent_at is null or gift_card_id is not null)
);
create index order_gift_cards_unsent on order_gift_cards (send_on) where gift_card_id is not null and sent_at is null;
