-- Whoever looks at an order is shown its newest payment, and so is the shopper who has just placed it.
create index payments_order on payments (order_id, created_at desc);
