-- additive: an index
-- The tasks of a record, such as the changes that are planned for a product (docs/domain/tasks.md).
create index task_items_subject on task_items (subject_id);
