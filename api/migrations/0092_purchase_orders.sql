-- additive: new tables, and a column of the ledger of stock
-- Orders of goods from suppliers, what arrived of them, and what the goods cost (docs/domain/purchase-orders.md).

-- Who sells goods to the store.
create table suppliers (
  id         integer     generated always as identity primary key,
  name       text        not null check (name <> ''),
  -- That of its prices.
  currency   char(3)     not null references currencies,
  email      text        not null default '',
  -- Address, telephone and people, as staff write them.
  contact    text        not null default '',
  -- How many days pass from an order until the goods arrive.
  lead_days  integer     not null check (lead_days between 0 and 365),
  note       text        not null default '',
  -- Whether new orders can be placed with it.
  is_active  boolean     not null default true,
  created_at timestamptz not null default now()
);
create unique index suppliers_name on suppliers (lower(name)) where is_active;
create index suppliers_currency on suppliers (currency);

-- An order of goods from a supplier.
create table purchase_orders (
  id             integer      generated always as identity primary key,
  supplier_id    integer      not null references suppliers,
  status         text         not null check (status in ('draft', 'ordered', 'partly_received', 'received', 'canceled')),
  -- That of its costs, in whose minor units they are.
  currency       char(3)      not null references currencies,
  -- What the supplier charges for the delivery.
  delivery_minor bigint       not null default 0 check (delivery_minor >= 0),
  -- The tax on goods and delivery, which the costs do not include.
  tax_percent    numeric(4,2) not null default 0 check (tax_percent between 0 and 99.99),
  -- The day on which the goods are expected to arrive.
  expected_on    date,
  note           text         not null default '',
  created_by     integer      references staff,
  created_at     timestamptz  not null,
  -- When it was sent to the supplier.
  ordered_at     timestamptz,
  -- When all pieces had arrived, or nothing more was expected.
  closed_at      timestamptz,
  constraint purchase_orders_ordered_check check (status in ('draft', 'canceled') or ordered_at is not null),
  constraint purchase_orders_closed_check check ((status in ('received', 'canceled')) = (closed_at is not null))
);
create index purchase_orders_status on purchase_orders (status, id);
create index purchase_orders_supplier on purchase_orders (supplier_id, id);
create index purchase_orders_creator on purchase_orders (created_by);
create index purchase_orders_currency on purchase_orders (currency);

-- A variant in an order from a supplier.
create table purchase_order_lines (
  purchase_order_id integer  not null references purchase_orders on delete cascade,
  line              smallint not null check (line > 0),
  product_id        integer  not null references products,
  -- 0 for a product without options.
  option_id         integer  not null check (option_id >= 0),
  quantity          integer  not null check (quantity > 0),
  -- How many pieces have arrived, with those that were damaged.
  received          integer  not null default 0,
  -- How many of the received pieces were damaged: they did not go to stock.
  damaged           integer  not null default 0,
  unit_cost_minor   bigint   not null check (unit_cost_minor >= 0),
  primary key (purchase_order_id, line),
  unique (purchase_order_id, product_id, option_id),
  constraint purchase_order_lines_received_check check (received between 0 and quantity),
  constraint purchase_order_lines_damaged_check check (damaged between 0 and received)
);
create index purchase_order_lines_variant on purchase_order_lines (product_id, option_id);

-- What a piece of a variant costs the store on average. The storefront does not read it.
create table variant_costs (
  product_id integer     not null,
  option_id  integer     not null,
  cost_minor bigint      not null check (cost_minor >= 0),
  currency   char(3)     not null references currencies,
  updated_at timestamptz not null,
  primary key (product_id, option_id),
  foreign key (product_id, option_id) references product_variants on delete cascade
);
create index variant_costs_currency on variant_costs (currency);

-- What was sold lately, for suggestions of what to order.
create index stock_movements_sales on stock_movements (at) where kind in ('order', 'release');

alter table stock_movements add column purchase_order_id integer references purchase_orders;
create index stock_movements_purchase_order on stock_movements (purchase_order_id) where purchase_order_id is not null;

create or replace function add_stock_movements() returns trigger language plpgsql as $$
declare
  context jsonb := take_stock_movement_context(case tg_op when 'INSERT' then 'opening' when 'UPDATE' then 'correction' else 'removal' end);
  -- The columns after the quantities.
  movement stock_movements := jsonb_populate_record(null::stock_movements, context);
begin
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, purchase_order_id, reason,
      actor_kind, actor_id, actor_label)
    select product_id, option_id, stock, stock, movement.kind, movement.order_id, movement.purchase_order_id,
      movement.reason, movement.actor_kind, movement.actor_id, movement.actor_label
    from inserted where stock > 0 order by product_id, option_id;
  elsif tg_op = 'UPDATE' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, purchase_order_id, reason,
      actor_kind, actor_id, actor_label)
    select n.product_id, n.option_id, n.stock - o.stock, n.stock, movement.kind, movement.order_id,
      movement.purchase_order_id, movement.reason, movement.actor_kind, movement.actor_id, movement.actor_label
    from updated n join previous o using (product_id, option_id) where n.stock <> o.stock order by n.product_id, n.option_id;
  else
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, -stock, 0, 'removal', movement.reason, movement.actor_kind, movement.actor_id,
      movement.actor_label
    from deleted where stock > 0 order by product_id, option_id;
  end if;
  return null;
end $$;
