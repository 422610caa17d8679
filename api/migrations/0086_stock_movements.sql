-- additive: the ledger of stock

-- A change of the stock of a variant; append-only. The sum of a variant's movements is its stock, and zero once the
-- variant is deleted. Triggers of product_variants write the rows, so that no change of the stock is missing.
create table stock_movements (
  id          bigint      generated always as identity primary key,
  at          timestamptz not null default now(),
  product_id  integer     not null,
  -- 0 for a product without options.
  option_id   integer     not null check (option_id >= 0),
  kind        text        not null check (kind in ('opening', 'order', 'release', 'return', 'receipt', 'count',
    'correction', 'write_off', 'import', 'removal')),
  quantity    integer     not null check (quantity <> 0),
  -- The stock of the variant after the movement.
  stock_after integer     not null check (stock_after >= 0),
  order_id    integer     references orders,
  reason      text        not null default '',
  -- Who changed the stock: the store itself for the orders of customers.
  actor_kind  text        not null default 'store' check (actor_kind in ('store', 'staff', 'token', 'command', 'job')),
  actor_id    bigint,
  actor_label text        not null default ''
);
create index stock_movements_variant on stock_movements (product_id, option_id, id);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;

-- The rows of a ledger are only added.
create trigger stock_movements_before_change before update or delete on stock_movements
  for each statement execute function reject_change_of_append_only_table();

-- Why the next statement changes the stock: the program sets it for the transaction (docs/domain/inventory.md). Returns
-- it once; without it, the kind is the given one.
create function take_stock_movement_context(default_kind text) returns jsonb language plpgsql as $$
declare
  context text := coalesce(current_setting('store.stock_movement', true), '');
begin
  perform set_config('store.stock_movement', '', true);
  return jsonb_build_object('kind', default_kind, 'order_id', null, 'reason', '', 'actor_kind', 'store', 'actor_id', null,
    'actor_label', '') || case context when '' then '{}' else context::jsonb end;
end $$;

create function add_stock_movements() returns trigger language plpgsql as $$
declare
  context jsonb := take_stock_movement_context(case tg_op when 'INSERT' then 'opening' when 'UPDATE' then 'correction' else 'removal' end);
  -- The columns after the quantities.
  movement stock_movements := jsonb_populate_record(null::stock_movements, context);
begin
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, stock, stock, movement.kind, movement.order_id, movement.reason, movement.actor_kind,
      movement.actor_id, movement.actor_label
    from inserted where stock > 0 order by product_id, option_id;
  elsif tg_op = 'UPDATE' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, reason, actor_kind, actor_id, actor_label)
    select n.product_id, n.option_id, n.stock - o.stock, n.stock, movement.kind, movement.order_id, movement.reason,
      movement.actor_kind, movement.actor_id, movement.actor_label
    from updated n join previous o using (product_id, option_id) where n.stock <> o.stock order by n.product_id, n.option_id;
  else
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, -stock, 0, 'removal', movement.reason, movement.actor_kind, movement.actor_id,
      movement.actor_label
    from deleted where stock > 0 order by product_id, option_id;
  end if;
  return null;
end $$;

-- Triggers, so that no change of the stock is missing, whatever makes it.
create trigger product_variants_after_insert_movements after insert on product_variants
  referencing new table as inserted for each statement execute function add_stock_movements();
-- As for new variants.
create trigger product_variants_after_update_movements after update on product_variants
  referencing old table as previous new table as updated for each statement execute function add_stock_movements();
-- As for new variants.
create trigger product_variants_after_delete_movements after delete on product_variants
  referencing old table as deleted for each statement execute function add_stock_movements();

-- The ledger begins with what is on the shelves now, and with what the orders that are not sent have taken of it.
with reserved as (
  select l.product_id, l.option_id, l.order_id, sum(l.qty - l.restocked_qty)::integer as quantity
  from order_lines l join orders o on o.id = l.order_id
  where o.status in ('awaiting_payment', 'paid', 'packing') and o.is_stock_reserved and l.removed_by_edit is null
    and l.qty > l.restocked_qty
  group by 1, 2, 3
), movements as (
  select v.product_id, v.option_id, 0 as order_id, v.stock
    + (select coalesce(sum(r.quantity), 0) from reserved r where (r.product_id, r.option_id) = (v.product_id, v.option_id)) as quantity
  from product_variants v
  union all
  select r.product_id, r.option_id, r.order_id, -r.quantity
  from reserved r join product_variants v on (v.product_id, v.option_id) = (r.product_id, r.option_id)
)
insert into stock_movements (product_id, option_id, kind, quantity, stock_after, order_id)
select product_id, option_id, case order_id when 0 then 'opening' else 'order' end, quantity,
  sum(quantity) over (partition by product_id, option_id order by order_id), nullif(order_id, 0)
from movements where quantity <> 0 order by product_id, option_id, order_id;
