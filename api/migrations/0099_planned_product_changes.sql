-- additive: indexes
-- The tasks of a record, such as the changes that are planned for a product (docs/domain/tasks.md).
create index task_items_subject on task_items (subject_id);
-- The calendar, which also shows tasks that have begun.
create index tasks_run_at on tasks (run_at) where run_at is not null;
