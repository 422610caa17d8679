-- additive: background tasks of the back office

-- A background job that staff have started: an action that is executed for many records (docs/domain/tasks.md).
create table tasks (
  id                  bigint      generated always as identity primary key,
  -- What is done with the records: a kind that a module defines, such as orders.start-packing.
  kind                text        not null check (kind ~ '^[a-z-]+\.[a-z-]+$'),
  input               jsonb       not null,
  status              text        not null default 'queued'
                      check (status in ('queued', 'running', 'succeeded', 'failed', 'canceled', 'undone')),
  -- The task that this one undoes.
  undo_of             bigint      references tasks,
  -- The number of records, and of those for which the action was executed, had nothing to do, or was refused.
  total               integer     not null check (total > 0),
  done                integer     not null default 0 check (done >= 0),
  unchanged           integer     not null default 0 check (unchanged >= 0),
  failed              integer     not null default 0 check (failed >= 0),
  -- The number of records whose change can be undone.
  undoable            integer     not null default 0 check (undoable between 0 and done),
  created_by          integer     not null references staff,
  created_at          timestamptz not null,
  started_at          timestamptz,
  -- Set while the task has ended. A task that is continued has not.
  finished_at         timestamptz,
  cancel_requested_at timestamptz,
  constraint tasks_counts_check check (done + unchanged + failed <= total),
  constraint tasks_finished_check check ((finished_at is null) = (status in ('queued', 'running'))),
  constraint tasks_succeeded_check check (status <> 'succeeded' or done + unchanged + failed = total)
);
create index tasks_created_by on tasks (created_by, id);
create index tasks_open on tasks (id) where finished_at is null;
-- A task is undone by one other at a time.
create unique index tasks_undo_of on tasks (undo_of) where finished_at is null;
create index tasks_undone on tasks (undo_of) where undo_of is not null;

-- A record of a task; deleted 30 days after the task has ended. An item leaves `pending` in the transaction that makes its
-- change, so its action is executed once.
create table task_items (
  task_id        bigint  not null references tasks,
  seq            integer not null,
  -- The id of the record, as in audit_entries.
  subject_id     text    not null,
  -- The values of the record when it was selected, which its action compares.
  base           jsonb,
  status         text    not null default 'pending' check (status in ('pending', 'done', 'unchanged', 'failed', 'undone')),
  -- Why the action was refused: the code and the parameters of its message.
  refusal        jsonb   check ((refusal is null) = (status <> 'failed')),
  audit_entry_id bigint  check (audit_entry_id is not null or status not in ('done', 'undone')),
  can_undo       boolean not null default false,
  primary key (task_id, seq),
  constraint task_items_undo_check check (not can_undo or status = 'done')
);
create index task_items_pending on task_items (task_id, seq) where status = 'pending';
create index task_items_failed on task_items (task_id, seq) where status = 'failed';
create index task_items_undoable on task_items (task_id, seq) where can_undo;
