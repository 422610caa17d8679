-- additive: a new table
-- What customers want to be sent (docs/domain/notifications.md).

-- A kind of message that a customer has switched on or off. Without a row the default of the kind applies
-- (`api/src/account/message-preferences/schema.ts`). Kinds whose emails need a consent have their email in `consents`.
create table message_preferences (
  customer_id integer     not null references customers,
  kind        text        not null,
  channel     text        not null check (channel in ('email', 'push')),
  is_enabled  boolean     not null,
  changed_at  timestamptz not null,
  primary key (customer_id, kind, channel),
  constraint message_preferences_consent_check check (channel <> 'email' or kind not in ('reminders', 'newsletter'))
);
