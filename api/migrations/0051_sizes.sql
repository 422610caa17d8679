-- How large goods are with their pack: three sides in millimetres, the longest first. Null: not known, and then their
-- size keeps them from no parcel.
alter table products add column size_mm integer[] check (
  cardinality(size_mm) = 3 and array_position(size_mm, null) is null
  and size_mm[1] <= 5000 and size_mm[1] >= size_mm[2] and size_mm[2] >= size_mm[3] and size_mm[3] > 0);
-- Null: the product's own.
alter table product_variants add column size_mm integer[] check (
  cardinality(size_mm) = 3 and array_position(size_mm, null) is null
  and size_mm[1] <= 5000 and size_mm[1] >= size_mm[2] and size_mm[2] >= size_mm[3] and size_mm[3] > 0);

-- The largest parcel of a method: its longest side, its three sides together, its length and girth together. Null: any.
alter table shipping_methods
  add column longest_max_mm integer check (longest_max_mm > 0),
  add column sides_max_mm integer check (sides_max_mm > 0),
  add column girth_max_mm integer check (girth_max_mm > 0);
-- To some countries less is carried; null: as by the method anywhere.
alter table shipping_method_countries
  add column longest_max_mm integer check (longest_max_mm > 0),
  add column sides_max_mm integer check (sides_max_mm > 0),
  add column girth_max_mm integer check (girth_max_mm > 0);

-- The largest parcels that a point takes, as a list of three sides each, the longest first: a locker has cells of several
-- forms. Null: any that its method carries.
alter table pickup_points add column boxes_mm jsonb check (jsonb_typeof(boxes_mm) = 'array' and boxes_mm <> '[]');

-- Small packets go by the rules of the letter post; EMS and parcels by those of the parcel post.
update shipping_methods set longest_max_mm = 600, sides_max_mm = 900 where code = 'airmail';
update shipping_methods set longest_max_mm = 1500, girth_max_mm = 3000 where code in ('ems', 'surface', 'cdek');
