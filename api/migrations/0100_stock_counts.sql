-- additive: new tables, and a column of the ledger of stock
-- Counts of what is on the shelves (docs/domain/inventory.md).

-- A count of the shelves, while the store goes on selling.
create table stock_counts (
  id          integer     generated always as identity primary key,
  name        text        not null check (name <> ''),
  -- Whose products were listed when the count began; with neither, only what is found is listed.
  category_id integer     references categories on delete set null,
  brand_id    integer     references brands on delete set null,
  -- Whether those who count do not see how many pieces there should be.
  is_blind    boolean     not null,
  status      text        not null default 'open' check (status in ('open', 'closed', 'canceled')),
  created_by  integer     references staff,
  created_at  timestamptz not null,
  closed_by   integer     references staff,
  -- When it was closed or canceled.
  closed_at   timestamptz,
  constraint stock_counts_closed_check check ((status = 'open') = (closed_at is null))
);
create index stock_counts_status on stock_counts (status, id);
create index stock_counts_category on stock_counts (category_id);
create index stock_counts_brand on stock_counts (brand_id);
create index stock_counts_creator on stock_counts (created_by);
create index stock_counts_closer on stock_counts (closed_by);

-- A variant that is counted.
create table stock_count_lines (
  count_id   integer     not null references stock_counts on delete cascade,
  product_id integer     not null references products on delete cascade,
  -- 0 for a product without options.
  option_id  integer     not null check (option_id >= 0),
  -- Whether it was found though the count does not list it.
  is_extra   boolean     not null default false,
  -- How many pieces are on the shelf; null until it is counted.
  counted    integer     check (counted >= 0),
  -- How many pieces should have been on the shelf when they were counted.
  expected   integer,
  -- The last movement of the variant when its counting began: later corrections are not made again.
  movement_id bigint,
  counted_by integer     references staff,
  counted_at timestamptz,
  primary key (count_id, product_id, option_id),
  constraint stock_count_lines_entered_check check (num_nonnulls(counted, expected, movement_id, counted_at) in (0, 4))
);
create index stock_count_lines_product on stock_count_lines (product_id);
create index stock_count_lines_staff on stock_count_lines (counted_by);

-- A piece that was scanned. A scan that is sent again is not counted again.
create table stock_count_scans (
  -- Made by the device.
  scan_id    uuid        primary key,
  count_id   integer     not null references stock_counts on delete cascade,
  product_id integer     not null references products on delete cascade,
  option_id  integer     not null,
  scanned_at timestamptz not null
);
create index stock_count_scans_count on stock_count_scans (count_id);
create index stock_count_scans_product on stock_count_scans (product_id);

alter table stock_movements add column stock_count_id integer references stock_counts;
create index stock_movements_stock_count on stock_movements (stock_count_id) where stock_count_id is not null;

create or replace function add_stock_movements() returns trigger language plpgsql as $$
declare
  context jsonb := take_stock_movement_context(case tg_op when 'INSERT' then 'opening' when 'UPDATE' then 'correction' else 'removal' end);
  -- The columns after the quantities.
  movement stock_movements := jsonb_populate_record(null::stock_movements, context);
begin
  if tg_op = 'INSERT' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, purchase_order_id,
      stock_count_id, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, stock, stock, movement.kind, movement.order_id, movement.purchase_order_id,
      movement.stock_count_id, movement.reason, movement.actor_kind, movement.actor_id, movement.actor_label
    from inserted where stock > 0 order by product_id, option_id;
  elsif tg_op = 'UPDATE' then
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, order_id, purchase_order_id,
      stock_count_id, reason, actor_kind, actor_id, actor_label)
    select n.product_id, n.option_id, n.stock - o.stock, n.stock, movement.kind, movement.order_id,
      movement.purchase_order_id, movement.stock_count_id, movement.reason, movement.actor_kind, movement.actor_id,
      movement.actor_label
    from updated n join previous o using (product_id, option_id) where n.stock <> o.stock order by n.product_id, n.option_id;
  else
    insert into stock_movements (product_id, option_id, quantity, stock_after, kind, reason, actor_kind, actor_id, actor_label)
    select product_id, option_id, -stock, 0, 'removal', movement.reason, movement.actor_kind, movement.actor_id,
      movement.actor_label
    from deleted where stock > 0 order by product_id, option_id;
  end if;
  return null;
end $$;
