-- additive: the previous release inserts items of the shipment's own order only, whose numbers are those of its lines
-- A shipment can have items of several orders, which are sent together (docs/domain/joined-orders.md).

alter table shipment_items add column line smallint;
update shipment_items set line = order_line;
alter table shipment_items alter column line set not null;
comment on column shipment_items.line is
  'The number of the item in the shipment: the line of the order, or for a joined order a number after those.';

-- The previous release inserts items without a number.
create function number_shipment_item() returns trigger language plpgsql as $$
begin
  new.line := new.order_line;
  return new;
end $$;
create trigger shipment_items_line before insert on shipment_items
  for each row when (new.line is null) execute function number_shipment_item();

alter table shipment_scans drop constraint shipment_scans_shipment_id_order_line_fkey;
alter table shipment_items drop constraint shipment_items_pkey, add primary key (shipment_id, line),
  add unique (shipment_id, order_id, order_line),
  drop constraint shipment_items_shipment_id_order_id_fkey,
  add foreign key (shipment_id) references shipments on delete cascade;
alter table shipment_scans
  add foreign key (shipment_id, order_line) references shipment_items (shipment_id, line) on delete cascade;
comment on column shipment_scans.order_line is 'The number of the item in the shipment.';
alter table shipments drop constraint shipments_id_order_id_key;
