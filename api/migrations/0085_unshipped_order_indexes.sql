-- additive: indexes for the lists of the back office that grow with the age of the store

-- The orders that wait to be sent, by the time of their payment: the index of all orders begins with those sent long ago.
create index orders_unshipped on orders ((coalesce(paid_at, 'infinity'::timestamptz)), id)
  where status in ('paid', 'packing') and products_minor > 0;

-- The differences of a payment.
create index payment_corrections_payment on payment_corrections (payment_id) where payment_id is not null;
