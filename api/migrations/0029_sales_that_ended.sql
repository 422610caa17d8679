-- Cards whose sale ends by itself; another option may be the cheapest from then on.
create index products_sale_ends on products (sale_ends_at) where has_options and sale_ends_at is not null;
