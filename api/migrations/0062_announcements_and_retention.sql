-- What the staff tell one customer or all of them in their notifications. A job writes the notifications in batches, in
-- the order of customer ids, so that it can go on where it stopped.
create table announcements (
  id               integer generated always as identity primary key,
  title            text not null,
  message_html     text not null,
  -- One customer; null for all who had an account when it was made.
  customer_id      integer references customers on delete cascade,
  created_at       timestamptz not null default now(),
  last_customer_id integer not null default 0,
  sent_count       integer not null default 0 check (sent_count >= 0),
  sent_at          timestamptz,
  withdrawn_at     timestamptz
);
alter table notifications add column announcement_id integer references announcements on delete cascade;
create index notifications_announcement on notifications (announcement_id, id) where announcement_id is not null;

-- What a nightly job deletes once it is old enough.
create index idempotency_keys_old on idempotency_keys (created_at);
create index webhook_events_old on webhook_events (processed_at) where processed_at is not null;
create index mails_old on mails (queued_at);
create index notifications_old on notifications (created_at);
create index price_history_old on price_history (valid_from);
