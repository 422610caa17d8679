-- additive: an index

-- The products whose description lacks one language, those that sell best first.
create index products_missing_description on products (units_sold desc, id)
  where (description_ru = '') <> (description_en = '') and status <> 'discontinued';
