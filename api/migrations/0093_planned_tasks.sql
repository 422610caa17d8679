-- additive: a column that the previous release leaves empty, and indexes
-- When a task begins, if it was planned for a later time (docs/domain/tasks.md).
alter table tasks add column run_at timestamptz;
create index tasks_planned on tasks (run_at) where run_at is not null and finished_at is null;
-- The sales that are running, by their end (docs/domain/prices.md).
create index product_variants_sale on product_variants (sale_ends_at) where old_price_minor is not null;
