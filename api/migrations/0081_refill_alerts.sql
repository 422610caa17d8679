-- additive: a nullable column, and a kind of alerts that the previous release neither creates nor sends
-- Reminders to refill: a column of the module catalog (docs/domain/orders.md).

alter table product_alerts
  -- When the reminder is sent, some time before the product is used up. Its price is null.
  add column due_at timestamptz,
  drop constraint product_alerts_kind_check,
  add constraint product_alerts_kind_check check (kind in ('back_in_stock', 'price_drop', 'refill')),
  drop constraint product_alerts_price_check,
  add constraint product_alerts_price_check check (kind <> 'price_drop' or price_minor is not null),
  add constraint product_alerts_due_at_check check ((kind = 'refill') = (due_at is not null));
create index product_alerts_due on product_alerts (due_at) where sent_at is null and kind = 'refill';
