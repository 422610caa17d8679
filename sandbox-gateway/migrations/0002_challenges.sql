-- The hosted 3-D Secure page: what the shopper answered there, and the language in which he is asked.
alter table sandbox_gateway.payments
  add column challenge text check (challenge in ('asked', 'confirmed', 'refused')),
  add column locale    text not null default 'ru_RU' check (locale in ('ru_RU', 'en_US'));

-- When a payment with the card of an unsteady gateway met its one failure.
alter table sandbox_gateway.tokens add column failed_at timestamptz;

-- One event may be told more than once: every telling is a row of its own.
alter table sandbox_gateway.notifications add column event_id uuid;
update sandbox_gateway.notifications set event_id = id;
alter table sandbox_gateway.notifications alter column event_id set not null;
