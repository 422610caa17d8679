-- Audit log of changes by staff, tokens, commands and jobs, its hash chain, and undo: tables of the platform module.

-- Rejects every change of a table to which rows are only added.
create function reject_change_of_append_only_table() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Entries
-- ---------------------------------------------------------------------------------------------------------------------

-- One executed action on one record, written in the transaction of the change. Partitioned by month (UTC).
create table audit_entries (
  id           bigint      generated always as identity,
  at           timestamptz not null,
  actor_kind   text        not null check (actor_kind in ('staff', 'token', 'command', 'job')),
  -- The id of the staff account or token; a command has one if it was run with --as.
  actor_id     bigint,
  actor_label  text        not null,
  session_id   text,
  ip           text,
  action       text        not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text        not null,
  subject_id   text        not null,
  -- An array of {field, from, to}. A personal value is {hash, masked}: a keyed hash and a masked label.
  changes      jsonb       not null check (jsonb_typeof(changes) = 'array'),
  reason       text        not null,
  request_id   text,
  task_id      bigint,
  approval_id  bigint,
  undo_of      bigint,
  primary key (id, at)
) partition by range (at);
create index audit_entries_at on audit_entries (at, id);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, at);
create index audit_entries_actor on audit_entries (actor_kind, actor_id, at);
create index audit_entries_action on audit_entries (action, at);
create index audit_entries_request on audit_entries (request_id) where request_id is not null;

-- A trigger, so that no program and no statement typed by hand changes an entry. It is a trigger of statements: those
-- also fire for truncate, but only on the named table, so every partition has its own.
create trigger audit_entries_before_change before update or delete or truncate on audit_entries
  for each statement execute function reject_change_of_append_only_table();

-- Creates the missing partitions of audit_entries from one month to another. The partition is attached, because that
-- does not block writers of other partitions, as `create table … partition of` would.
create function create_audit_partitions(first_day date, last_day date) returns void language plpgsql as $$
declare
  month     timestamp;
  partition text;
begin
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, '1 month') loop
    partition := to_char(month, '"audit_entries_"YYYY_MM');
    continue when to_regclass(partition) is not null;
    execute format('create table %I (like audit_entries including constraints)', partition);
    execute format('create trigger %I before update or delete or truncate on %I
      for each statement execute function reject_change_of_append_only_table()', partition || '_before_change', partition);
    execute format('alter table audit_entries attach partition %I for values from (%L) to (%L)', partition,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;

-- A job creates the partitions of the following months.
select create_audit_partitions(current_date, (current_date + interval '12 months')::date);

-- ---------------------------------------------------------------------------------------------------------------------
-- Hash chain
-- ---------------------------------------------------------------------------------------------------------------------

-- A link of the hash chain: it covers the entries with the ids after the last entry of the previous seal.
create table audit_seals (
  id             bigint      generated always as identity primary key,
  last_entry_id  bigint      not null unique,
  entries        bigint      not null check (entries > 0),
  -- The time of the earliest entry: entries of months that were deleted cannot be verified any more.
  first_entry_at timestamptz not null,
  -- HMAC-SHA256 of the entries, and of this row with the hash of the previous seal. The key is derived from SHOP_SECRET.
  entries_hash   bytea       not null check (length(entries_hash) = 32),
  previous_hash  bytea       not null unique check (length(previous_hash) = 32),
  hash           bytea       not null unique check (length(hash) = 32),
  created_at     timestamptz not null
);

-- A trigger, for the same reason as that of audit_entries.
create trigger audit_seals_before_change before update or delete or truncate on audit_seals
  for each statement execute function reject_change_of_append_only_table();

-- A verification of the hash chain.
create table audit_verifications (
  id          bigint      generated always as identity primary key,
  verified_at timestamptz not null,
  seals       bigint      not null,
  -- An array of {seal_id, problem}; empty if the chain is intact.
  problems    jsonb       not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Undo
-- ---------------------------------------------------------------------------------------------------------------------

-- The action that undoes an audit entry. A job deletes expired rows.
create table undo_records (
  audit_entry_id  bigint      primary key,
  action          text        not null,
  -- The parameters and the input of the action, encrypted, because they may be personal data.
  input_encrypted bytea       not null,
  valid_until     timestamptz not null,
  used_at         timestamptz
);
create index undo_records_expired on undo_records (valid_until);
