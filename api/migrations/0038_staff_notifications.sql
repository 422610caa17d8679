-- additive: new tables and triggers
-- Notifications and presence of staff, and events about changes for the open pages of the back office
-- (docs/decisions/0071-send-changes-to-open-pages-as-events.md).

-- A notification of a member of staff. Its text is a message of the back office in the language of the reader, so the
-- row has only the kind and parameters, never personal data of a customer.
create table staff_notifications (
  id           bigint      primary key generated always as identity,
  staff_id     integer     not null references staff on delete cascade,
  kind         text        not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The record that it links to, as in audit_entries.
  subject_kind text        not null,
  subject_id   text        not null,
  -- The colleague who caused it; null: a command, a job or the store itself.
  actor_id     integer     references staff on delete set null,
  -- Numbers and keys of the message.
  params       jsonb       not null default '{}' check (jsonb_typeof(params) = 'object'),
  created_at   timestamptz not null,
  read_at      timestamptz
);
create index staff_notifications_staff on staff_notifications (staff_id, id);
create index staff_notifications_unread on staff_notifications (staff_id) where read_at is null;
create index staff_notifications_actor on staff_notifications (actor_id) where actor_id is not null;
create index staff_notifications_created on staff_notifications (created_at);

-- Who has a record open: a row counts for 30 seconds. Unlogged, since nobody misses it after a crash.
create unlogged table presence (
  staff_id     integer     not null references staff on delete cascade,
  subject_kind text        not null,
  subject_id   text        not null,
  seen_at      timestamptz not null,
  primary key (staff_id, subject_kind, subject_id)
);
create index presence_subject on presence (subject_kind, subject_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Events
-- ---------------------------------------------------------------------------------------------------------------------

-- Publishes an event for each record that a statement changed: its kind and id, and the member of staff, if one did it.
-- A statement that changed more than 100 records publishes one event without an id.
create function publish_staff_events(kinds text[], ids text[], staff_ids bigint[]) returns void language sql as $$
  with changed as (select distinct kind, id, staff_id from unnest(kinds, ids, staff_ids) as changes (kind, id, staff_id))
  select pg_notify('pub_sub', 'staff_events ' || json_build_object('kind', kind, 'id', id, 'actor_id', staff_id))
  from (
    select * from changed where (select count(*) from changed) <= 100
    union all
    select distinct kind, null, null::bigint from changed where (select count(*) from changed) > 100
  ) events
$$;

-- Changes by staff, tokens, commands and jobs.
create function publish_audit_entries() returns trigger language plpgsql as $$
begin
  perform publish_staff_events(array_agg(subject_kind), array_agg(subject_id),
    array_agg(case when actor_kind = 'staff' then actor_id end))
  from inserted;
  return null;
end $$;
create trigger audit_entries_after_insert after insert on audit_entries
  referencing new table as inserted for each statement execute function publish_audit_entries();

-- Changes by customers, payments and the store itself; all others have an audit entry.
create function publish_order_history() returns trigger language plpgsql as $$
begin
  perform publish_staff_events(array_agg('order'::text), array_agg(order_id::text), array_agg(null::bigint))
  from inserted where actor_kind is null having count(*) > 0;
  return null;
end $$;
create trigger order_history_after_insert after insert on order_history
  referencing new table as inserted for each statement execute function publish_order_history();

-- A session that was ended: the connections of its person check theirs.
create function publish_ended_sessions() returns trigger language plpgsql as $$
begin
  perform publish_staff_events(array_agg('session'::text), array_agg(staff_id::text), array_agg(null::bigint))
  from deleted having count(*) > 0;
  return null;
end $$;
create trigger staff_sessions_after_delete after delete on staff_sessions
  referencing old table as deleted for each statement execute function publish_ended_sessions();
