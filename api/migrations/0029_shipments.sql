-- additive: new tables
-- Shipments: the parcels in which orders are sent (docs/domain/fulfillment.md).

-- A parcel of an order. An order has one, unless it is split.
create table shipments (
  id                bigint      generated always as identity primary key,
  order_id          integer     not null references orders on delete cascade,
  -- 1 for the first shipment of the order, 2 for the second one.
  number            smallint    not null check (number > 0),
  -- open: it is being packed. packed: all pieces are packed and it was weighed.
  status            text        not null check (status in ('open', 'packed', 'shipped', 'delivered', 'returned', 'canceled')),
  method_id         integer     not null references shipping_methods,
  tracking_number   text,
  -- The pieces and the packaging.
  expected_weight_g integer     not null check (expected_weight_g > 0),
  -- The measured weight, and why it differs from the expected one.
  weight_g          integer     check (weight_g > 0),
  weight_reason     text        not null default '' check (length(weight_reason) <= 500),
  created_at        timestamptz not null,
  -- Null: packed by a command.
  packed_by         integer     references staff,
  packed_at         timestamptz,
  shipped_at        timestamptz,
  -- The identifier of the carrier's own order.
  carrier_ref       text,
  unique (order_id, number),
  -- For the foreign key of shipment_items.
  unique (id, order_id),
  constraint shipments_open_check check (status <> 'open' or (packed_at is null and weight_g is null)),
  constraint shipments_packed_check check (status <> 'packed' or (packed_at is not null and weight_g is not null)),
  constraint shipments_shipped_check check (
    (status in ('shipped', 'delivered', 'returned')) = (shipped_at is not null))
);
create index shipments_packed on shipments (packed_at, id) where status = 'packed';
create index shipments_method on shipments (method_id);
create index shipments_packer on shipments (packed_by);
create index shipments_tracking on shipments (tracking_number) where tracking_number is not null;

-- The pieces of a line of the order in a shipment.
create table shipment_items (
  shipment_id bigint   not null,
  order_id    integer  not null,
  order_line  smallint not null,
  quantity    integer  not null check (quantity > 0),
  primary key (shipment_id, order_line),
  foreign key (shipment_id, order_id) references shipments (id, order_id) on delete cascade,
  foreign key (order_id, order_line) references order_lines (order_id, line) on delete cascade
);
create index shipment_items_order_line on shipment_items (order_id, order_line);

-- The shipments of an order never contain more pieces of a line than were ordered. Locking the line lets two
-- transactions that add pieces of it run one after the other.
create function check_shipment_item_quantity() returns trigger language plpgsql as $$
declare
  ordered integer;
begin
  select qty into ordered from order_lines where order_id = new.order_id and line = new.order_line for no key update;
  if ordered < (select sum(i.quantity) from shipment_items i join shipments s on s.id = i.shipment_id
      where i.order_id = new.order_id and i.order_line = new.order_line and s.status <> 'canceled') then
    raise exception 'the shipments of order % contain more pieces of line % than were ordered', new.order_id, new.order_line
      using errcode = 'check_violation', constraint = 'shipment_items_ordered_check';
  end if;
  return null;
end $$;
create trigger shipment_items_ordered after insert or update on shipment_items
  for each row execute function check_shipment_item_quantity();

-- A canceled shipment stays canceled: its pieces may be in another one.
create function keep_shipment_canceled() returns trigger language plpgsql as $$
begin
  raise exception 'shipment % is canceled', old.id using errcode = 'check_violation', constraint = 'shipments_canceled_check';
end $$;
create trigger shipments_canceled before update of status on shipments
  for each row when (old.status = 'canceled' and new.status <> 'canceled') execute function keep_shipment_canceled();

-- A piece that was scanned, or confirmed without scanning. The station makes the id, so that a scan that is sent again
-- changes nothing.
create table shipment_scans (
  scan_id     uuid        primary key,
  shipment_id bigint      not null,
  order_line  smallint    not null,
  -- Null: confirmed without scanning.
  code        text        check (length(code) between 1 and 100),
  at          timestamptz not null,
  -- Null: recorded by a command.
  staff_id    integer     references staff,
  -- When the piece was taken out again.
  undone_at   timestamptz,
  -- Only pieces that are not packed move to another shipment; scans that were undone are deleted with the item.
  foreign key (shipment_id, order_line) references shipment_items on delete cascade
);
create index shipment_scans_item on shipment_scans (shipment_id, order_line);
create index shipment_scans_staff on shipment_scans (staff_id);

-- Where a shipment was: recorded by the store, or reported by the carrier.
create table shipment_events (
  shipment_id bigint      not null references shipments on delete cascade,
  code        text        not null check (length(code) between 1 and 100),
  at          timestamptz not null,
  place       text        not null default '',
  source      text        not null check (source in ('store', 'carrier')),
  primary key (shipment_id, code, at)
);
