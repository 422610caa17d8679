-- Devices that are signed in, and changes of an email, which both addresses agree to.

alter table sessions
  -- What a customer calls one of his sessions by: the token's hash is nobody's business.
  add column id         bigint generated always as identity unique,
  add column ip         text not null default '',
  add column user_agent text not null default '';

-- One change of email of a customer at a time; it happens when both addresses have said yes.
create table email_changes (
  id               integer generated always as identity primary key,
  customer_id      integer not null unique references customers on delete cascade,
  new_email        text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  asked_at         timestamptz not null,
  expires_at       timestamptz not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz
);

-- Links of letters that ask whether an address is his who wrote it down. A used one is deleted.
create table email_links (
  token_hash  bytea primary key check (length(token_hash) = 32),
  customer_id integer not null references customers on delete cascade,
  -- The address that the letter went to.
  email       text not null,
  -- Null: the link confirms the customer's own address.
  change_id   integer references email_changes on delete cascade,
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
create index email_links_customer on email_links (customer_id);
create index email_links_change on email_links (change_id);
