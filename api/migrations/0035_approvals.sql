-- additive: columns with a default, an index, and a status that the previous release never writes
-- Large refunds wait for a second person (docs/security.md#approvals).

alter table approvals
  -- Why it is requested, as in the audit log.
  add column reason          text  not null default '' check (length(reason) <= 2000),
  -- What the action would change, without personal values, for the second person.
  add column changes         jsonb not null default '[]',
  -- Why it was rejected.
  add column decision_reason text  not null default '' check (length(decision_reason) <= 500),
  -- `canceled`: by the person who requested it, or because their account was disabled.
  drop constraint approvals_status_check,
  add constraint approvals_status_check
    check (status in ('pending', 'approved', 'rejected', 'expired', 'canceled')),
  -- The input can have personal data; it is removed when the request has ended.
  add constraint approvals_input_check check (status = 'pending' or input = '{}'),
  add constraint approvals_end_check check ((status = 'pending') = (decided_at is null));

-- The subject is the order that money is paid back of; several returns of an order can have requests.
drop index approvals_pending;
create unique index approvals_pending on approvals (action, params) where status = 'pending';
create index approvals_subject on approvals (subject_kind, subject_id);
create index approvals_expiry on approvals (expires_at) where status = 'pending';
