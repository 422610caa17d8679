-- Drafts of staff (docs/decisions/0072-keep-drafts-of-forms-on-the-server.md).

-- What a person has typed into a form of the back office and not saved yet. Deleted when the form is saved, when the
-- customer whom it concerns is erased (docs/domain/privacy.md), and after 30 days.
create table drafts (
  staff_id   integer     not null references staff on delete cascade,
  -- The form, such as `order_note`.
  kind       text        not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The record that the form is about, such as the number of an order; 0 for a new one.
  record_id  integer     not null check (record_id >= 0),
  -- The changed fields, by their names in the form.
  changes    jsonb       not null check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null,
  primary key (staff_id, kind, record_id)
);
create index drafts_record on drafts (kind, record_id);
create index drafts_updated_at on drafts (updated_at);
