-- Notifications and announcements: tables of the notifications module (docs/domain/notifications.md).

-- A message of the staff to one customer or to all of them. A job creates the notifications in batches, in the order of
-- customer ids, so that it can continue where it stopped.
create table announcements (
  id               integer     generated always as identity primary key,
  title            text        not null,
  message_html     text        not null,
  -- Null: for every customer who had an account when it was created.
  customer_id      integer     references customers on delete cascade,
  created_at       timestamptz not null default now(),
  -- Progress of the job.
  last_customer_id integer     not null default 0,
  sent_count       integer     not null default 0 check (sent_count >= 0),
  sent_at          timestamptz,
  withdrawn_at     timestamptz
);

-- A notification in a customer's profile.
create table notifications (
  id              bigint      generated always as identity primary key,
  customer_id     integer     not null references customers on delete cascade,
  announcement_id integer     references announcements on delete cascade,
  kind            text        not null,
  title           text        not null,
  message_html    text        not null,
  actions         jsonb       not null default '[]',
  -- The same notification is never created twice for a customer.
  dedup_key       text        not null,
  created_at      timestamptz not null default now(),
  read_at         timestamptz,
  hidden_at       timestamptz,
  unique (customer_id, dedup_key)
);
create index notifications_visible on notifications (customer_id, created_at desc) where hidden_at is null;
create index notifications_announcement on notifications (announcement_id, id) where announcement_id is not null;
-- For the job that deletes old notifications.
create index notifications_created on notifications (created_at);
