-- What letters and consents need besides: a key to sign links with, and consents by address.

-- One key of this shop, made on its first use and the same for every process: it signs links that need no row.
create table signing_keys (
  is_only boolean primary key default true check (is_only),
  key  bytea not null check (length(key) = 32)
);

-- A letter is the people's until it is forgotten: who it was to, and what about.
create index mails_sent on mails (sent_at) where sent_at is not null and recipient <> '';

create index consents_email on consents (email, purpose) where withdrawn_at is null;
