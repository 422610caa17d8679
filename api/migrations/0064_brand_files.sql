-- Logo and icons of the shop: small files, one of a kind, known by the hash of their content.
create table brand_files (
  kind       text primary key check (kind in
    ('logo', 'wordmark', 'emblem', 'favicon', 'apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable-512')),
  mime       text not null check (mime in ('image/svg+xml', 'image/png')),
  content    bytea not null check (octet_length(content) between 1 and 262144),
  digest     text not null check (digest ~ '^[0-9a-f]{24}$'),
  updated_at timestamptz not null default now()
);
create index brand_files_digest on brand_files (digest);
