-- additive: new tables, columns with a default or null, and indexes
-- Refunds of single lines and their repetition (docs/domain/payments.md), and actions of staff that a second person has
-- to approve (docs/security.md).

alter table refunds
  -- The part of the delivery price that is refunded, in minor units of the order's currency.
  add column delivery_minor   bigint not null default 0 check (delivery_minor >= 0),
  -- A comment for colleagues.
  add column comment          text   not null default '' check (length(comment) <= 500),
  -- Who requested it; null: the customer, the store itself or a command.
  add column created_by       integer references staff,
  add column created_by_label text,
  -- The failed refund that this one repeats.
  add column retry_of         text   unique references refunds check (retry_of <> id);
create index refunds_created_by on refunds (created_by);
-- Few refunds fail, and staff look for them.
create index refunds_failed on refunds (created_at) where status = 'failed';

-- The pieces of an order line that a refund pays back. The pieces of all refunds that did not fail are at most those
-- ordered; both are checked while the order is locked.
create table refund_lines (
  refund_id    text     not null references refunds on delete cascade,
  order_id     integer  not null,
  line         smallint not null,
  -- 0: the rest of an amount that is refunded from several payments; the first of these refunds has the pieces.
  quantity     integer  not null check (quantity >= 0),
  -- What the pieces cost after the promo code discount, in minor units of the order's currency. Points and gift card
  -- paid a part of it: what is refunded in money is refunds.amount_minor.
  amount_minor bigint   not null check (amount_minor >= 0),
  primary key (refund_id, line),
  foreign key (order_id, line) references order_lines on delete cascade
);
create index refund_lines_order on refund_lines (order_id, line);

-- The list of payments.
create index payments_created on payments (created_at, id);

-- An action of staff that is executed when a second person has approved it.
create table approvals (
  id           bigint      generated always as identity primary key,
  -- The action, its parameters and its input, as a request has them.
  action       text        not null,
  params       jsonb       not null,
  input        jsonb       not null,
  subject_kind text        not null,
  subject_id   text        not null,
  -- What the second person decides on, in minor units of `currency`.
  amount_minor bigint      not null check (amount_minor >= 0),
  currency     char(3)     not null references currencies,
  requested_by integer     not null references staff,
  requested_at timestamptz not null,
  expires_at   timestamptz not null,
  status       text        not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  decided_by   integer     references staff,
  decided_at   timestamptz,
  constraint approvals_expiry_check check (expires_at > requested_at),
  constraint approvals_decision_check
    check ((status in ('approved', 'rejected')) = (decided_by is not null and decided_at is not null)),
  -- Nobody decides on their own request.
  constraint approvals_second_person_check check (decided_by <> requested_by)
);
create unique index approvals_pending on approvals (action, subject_kind, subject_id) where status = 'pending';
create index approvals_requested on approvals (requested_at, id);
create index approvals_requested_by on approvals (requested_by);
create index approvals_decided_by on approvals (decided_by);
