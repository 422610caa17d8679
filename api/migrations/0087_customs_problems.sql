-- additive: an index for the views of orders whose customs data is missing or blocks them

-- The few checks that found a problem: without it, a view reads the check of each order that waits to be sent.
create index customs_checks_problems on customs_checks (status, order_id) where status <> 'complete';
