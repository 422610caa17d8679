-- Who changed a setting and when; null stands for the default.
create table setting_changes (
  id         bigint generated always as identity primary key,
  key        text not null,
  old_value  jsonb,
  new_value  jsonb,
  changed_by text not null,
  changed_at timestamptz not null default now()
);
create index setting_changes_key on setting_changes (key, id);
