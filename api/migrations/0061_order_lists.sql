-- Lists of orders for the staff: by day, by status, and by what a customer names when asking for an order.
create index orders_placed on orders (placed_at, id);
create index orders_status on orders (status, placed_at, id);
create index orders_tracking on orders (tracking_number) where tracking_number is not null;
-- The last ten digits of a phone number: the part before them is written in several ways (+7, 8).
create index orders_phone on orders (right(regexp_replace(address ->> 'phone_mobile', '\D', '', 'g'), 10))
  where address is not null;
create index orders_last_name on orders (lower(address ->> 'last_name') text_pattern_ops)
  where address is not null;
