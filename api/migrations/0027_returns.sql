-- additive: new tables, a nullable column, and a column with a default that earlier releases leave at 0
-- Returns: tables of the returns module (docs/domain/returns.md), and what orders store about them.

-- The order whose goods this one replaces at no charge.
alter table orders add column replaces_order_id integer references orders;
create index orders_replaces on orders (replaces_order_id) where replaces_order_id is not null;

-- Pieces that went back to stock, because the order was canceled, refunded or returned.
alter table order_lines
  add column restocked_qty integer not null default 0,
  add constraint order_lines_restocked_qty_check check (restocked_qty between 0 and qty);
update order_lines l set restocked_qty = l.qty
where exists (select from order_history h where h.order_id = l.order_id and h.status = 'cancelled')
  or exists (select from refunds r join payments p on p.id = r.payment_id where p.order_id = l.order_id and r.restock);

-- Goods of a shipped order that the customer sends back or complains about.
create table returns (
  id                   bigint      generated always as identity primary key,
  order_id             integer     not null references orders,
  -- return, exchange: the goods come back. claim: they were lost, damaged or wrong, and do not come back.
  kind                 text        not null check (kind in ('return', 'exchange', 'claim')),
  status               text        not null check (status in ('requested', 'approved', 'received', 'resolved', 'rejected')),
  reason               text        not null check (reason in
    ('changed_mind', 'not_suitable', 'not_delivered', 'damaged', 'wrong_item', 'missing_item', 'lost')),
  -- What the customer wrote about it.
  comment              text        not null default '' check (length(comment) <= 1000),
  -- Emailed to the customer: with the approval, and with the decision.
  instructions         text        not null default '' check (length(instructions) <= 1000),
  decision_reason      text        not null default '' check (length(decision_reason) <= 500),
  outcome              text        check (outcome in ('refund', 'replacement', 'none')),
  replacement_order_id integer     unique references orders,
  requested_at         timestamptz not null,
  approved_at          timestamptz,
  received_at          timestamptz,
  -- When it was resolved or rejected.
  closed_at            timestamptz,
  unique (id, order_id),
  constraint returns_reason_of_kind_check check (case kind
    when 'claim' then reason in ('damaged', 'wrong_item', 'missing_item', 'lost')
    else reason in ('changed_mind', 'not_suitable', 'not_delivered', 'damaged', 'wrong_item') end),
  constraint returns_claim_check check (kind <> 'claim' or received_at is null),
  constraint returns_received_check check ((status <> 'received' or received_at is not null)
    and (status <> 'resolved' or kind = 'claim' or received_at is not null)),
  constraint returns_approved_check check (status not in ('approved', 'received', 'resolved') or approved_at is not null),
  constraint returns_closed_check check ((status in ('resolved', 'rejected')) = (closed_at is not null)),
  constraint returns_resolved_check check ((status = 'resolved') = (outcome is not null)),
  constraint returns_replacement_check check (
    (outcome is not distinct from 'replacement') = (replacement_order_id is not null)),
  constraint returns_stated_reason_check check (
    decision_reason <> '' or (status <> 'rejected' and outcome is distinct from 'none'))
);
create index returns_order on returns (order_id, id);
create index returns_requested on returns (requested_at, id);
create index returns_status on returns (status, requested_at, id);

-- Pieces of an order line in a return.
create table return_lines (
  return_id             bigint   not null,
  order_id              integer  not null,
  order_line            smallint not null,
  quantity              integer  not null check (quantity > 0),
  -- The option that replaces these pieces; null: the same one.
  replacement_option_id integer,
  -- Set once, when the parcel is opened.
  received_quantity     integer  check (received_quantity between 0 and quantity),
  condition             text     check (condition in ('unopened', 'opened', 'damaged')),
  -- Of the received pieces, those that went back to stock; the others are written off.
  restocked_quantity    integer,
  primary key (return_id, order_line),
  foreign key (return_id, order_id) references returns (id, order_id) on delete cascade,
  foreign key (order_id, order_line) references order_lines (order_id, line),
  constraint return_lines_inspected_check check (
    (received_quantity is null) = (condition is null) and (received_quantity is null) = (restocked_quantity is null)),
  -- Only unopened goods are sold again.
  constraint return_lines_restocked_check check (
    restocked_quantity >= 0 and restocked_quantity <= received_quantity and (restocked_quantity = 0 or condition = 'unopened'))
);
create index return_lines_order_line on return_lines (order_id, order_line);

-- A refund that a return led to.
create table return_refunds (
  refund_id text   primary key references refunds,
  return_id bigint not null references returns on delete cascade
);
create index return_refunds_return on return_refunds (return_id);

create function check_returned_quantities() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for no key update;
  if exists (
    select from return_lines l
    join returns r on r.id = l.return_id and r.status <> 'rejected'
    join order_lines o on o.order_id = l.order_id and o.line = l.order_line
    where l.order_id = new.order_id
    group by l.order_line, o.qty
    having sum(coalesce(l.received_quantity, l.quantity)) > o.qty
  ) then
    raise check_violation using constraint = 'return_lines_quantity_check',
      message = 'more pieces are returned than were ordered';
  end if;
  return null;
end;
$$;

-- Over all returns of an order that are not rejected, at most the ordered pieces: triggers, since the rule is about
-- several rows, and two returns of the same pieces may be requested at the same moment.
create trigger return_lines_after_change after insert or update of quantity, received_quantity on return_lines
  for each row execute function check_returned_quantities();

-- A rejected return that is reopened counts again.
create trigger returns_after_update after update of status on returns
  for each row when (old.status = 'rejected' and new.status <> 'rejected')
  execute function check_returned_quantities();
