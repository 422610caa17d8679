-- additive: the previous release inserts edits of staff and commands only, which are not the customer's
-- Customers edit their paid orders themselves until they are packed (docs/domain/order-edits.md).

alter table order_edits
  add column by_customer boolean not null default false,
  add constraint order_edits_by_customer_check check (not by_customer or created_by is null);
comment on column order_edits.by_customer is 'Whether the customer made it; otherwise staff, or a command if created_by is null.';
