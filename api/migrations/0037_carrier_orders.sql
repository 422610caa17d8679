-- additive: new table and columns, wider constraints
-- Orders at carriers (docs/domain/fulfillment.md).

-- A shipment that is registered at its carrier, or an attempt to do so.
create table carrier_orders (
  id              bigint      generated always as identity primary key,
  shipment_id     bigint      not null references shipments on delete cascade,
  -- The number that the store gives it. It is sent with the order and finds it again, so that it is not registered twice.
  reference       text        not null unique,
  -- requested: to be sent. accepted: the carrier checks it. created: it has a number. canceling: to be deleted.
  status          text        not null
    check (status in ('requested', 'accepted', 'created', 'refused', 'canceling', 'canceled')),
  -- The identifier that the carrier gives it.
  carrier_ref     text,
  tracking_number text,
  -- List of {code, message}: why the carrier refused the order or its deletion.
  errors          jsonb       not null default '[]' check (jsonb_typeof(errors) = 'array'),
  requested_at    timestamptz not null,
  -- Null: requested by a command.
  requested_by    integer     references staff,
  -- When the carrier is asked next. A process that asks it sets a later time first, so that no other one does. Null: never.
  next_check_at   timestamptz,
  constraint carrier_orders_accepted_check check (status not in ('accepted', 'created') or carrier_ref is not null),
  constraint carrier_orders_created_check check (status <> 'created' or tracking_number is not null)
);
-- A shipment has one order at a time.
create unique index carrier_orders_current on carrier_orders (shipment_id)
  where status in ('requested', 'accepted', 'created');
create index carrier_orders_shipment on carrier_orders (shipment_id, id desc);
create index carrier_orders_due on carrier_orders (next_check_at) where next_check_at is not null;
create index carrier_orders_author on carrier_orders (requested_by);

-- Documents of one shipment, and those that the carrier prints.
alter table documents add column shipment_id bigint references shipments on delete cascade;
create index documents_shipment on documents (shipment_id) where shipment_id is not null;
alter table documents drop constraint documents_kind_check;
alter table documents add constraint documents_kind_check
  check (kind in ('invoice', 'packing_slip', 'customs_data_sheet', 'carrier_waybill', 'carrier_label'));
alter table documents add constraint documents_carrier_check
  check (kind not in ('carrier_waybill', 'carrier_label') or shipment_id is not null);
-- Of each kind an order, and each of its shipments, has one document that is not superseded.
drop index documents_current;
create unique index documents_current on documents (order_id, kind, coalesce(shipment_id, 0)) where superseded_at is null;

-- As before, and the shipment of a document does not change either.
create or replace function keep_document() returns trigger language plpgsql as $$
begin
  if (new.kind, new.number, new.order_id, new.shipment_id, new.locale, new.sha256, new.created_at, new.created_by)
      is distinct from
      (old.kind, old.number, old.order_id, old.shipment_id, old.locale, old.sha256, old.created_at, old.created_by)
    or (new.file_key is not null and (new.file_key, new.content) is distinct from (old.file_key, old.content))
    or (old.superseded_at is not null and new.superseded_at is distinct from old.superseded_at) then
    raise exception 'document % cannot be changed', old.number
      using errcode = 'check_violation', constraint = 'documents_unchanged_check';
  end if;
  return new;
end $$;

-- What customs asks about goods besides the code and the name. Weight of one piece without its packaging; null: unknown.
alter table products add column origin_country char(2) not null default 'JP' check (origin_country ~ '^[A-Z]{2}$');
alter table products add column net_weight_g integer check (net_weight_g > 0);
