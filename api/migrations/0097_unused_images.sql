-- additive: a new table, and an index
-- Pictures that staff upload for products (docs/domain/catalog-admin.md).

-- Pictures that no product used when they were uploaded or taken away, until they are deleted or turn out to be used.
create table unused_images (
  media_id bigint      primary key references media,
  since    timestamptz not null
);
create index unused_images_since on unused_images (since);

-- Deleting an image checks whether a product uses it.
create index product_images_media on product_images (media_id);
