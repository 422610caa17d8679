-- additive: a nullable column and a new table
-- What customs asks of the recipient of a courier parcel (docs/domain/customs.md).

-- The identity document that the method's customs clearance asks for in this country; null: none.
alter table shipping_method_countries
  add column recipient_identity text check (recipient_identity in ('russian_passport'));
-- Couriers clear parcels to Russia with the passport and the taxpayer number of the recipient; the post does not.
update shipping_method_countries c set recipient_identity = 'russian_passport'
  from shipping_methods m where m.id = c.method_id and m.code = 'cdek' and c.country = 'RU';

-- The passport and the taxpayer number of the recipient of an order. Deleted when customs cannot ask for them any more.
create table recipient_identities (
  order_id  integer     primary key references orders on delete cascade,
  -- JSON, encrypted with a key derived from SHOP_SECRET, with the order as context.
  encrypted bytea       not null,
  given_at  timestamptz not null
);
