-- additive: new tables
-- Web push (docs/domain/notifications.md).

-- A browser that a customer wants notifications on. Endpoint and keys come from the browser (Push API). Together with the
-- private key of the store they allow sending to it, so they are secret.
create table push_subscriptions (
  id          bigint      generated always as identity primary key,
  customer_id integer     not null references customers,
  endpoint    text        not null unique,
  -- The public key of the browser (P-256, uncompressed) and its authentication secret, both in base64url (RFC 8291).
  p256dh      text        not null,
  auth        text        not null,
  device      text        not null,
  created_at  timestamptz not null
);
create index push_subscriptions_customer on push_subscriptions (customer_id);

-- The key pair with which the store identifies itself to push services (VAPID, RFC 8292). One row at most; none if the
-- environment has the keys. The private key is encrypted with SHOP_SECRET.
create table push_keys (
  is_only               boolean     primary key default true check (is_only),
  public_key            text        not null,
  encrypted_private_key bytea       not null,
  created_at            timestamptz not null
);
