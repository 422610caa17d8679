-- additive: a table

-- Previews of product pages (docs/decisions/0108-preview-products-from-a-rolled-back-transaction.md).

-- The unsaved changes of a product with which a member of staff opened its page in the store. Deleted an hour after the
-- last change.
create table product_previews (
  product_id integer     not null references products on delete cascade,
  staff_id   integer     not null references staff on delete cascade,
  -- The edits as the API takes them, each with the value that the person saw; null if nothing is changed.
  changes    jsonb       check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (product_id, staff_id)
);
create index product_previews_expires_at on product_previews (expires_at);
