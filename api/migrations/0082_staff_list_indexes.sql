-- additive: indexes
-- The attempts of the listed payments.
create index payment_attempts_payment on payment_attempts (payment_id, created_at);

-- The customs codes of a category, which are suggested for a product without one.
create index products_hs_codes on products (category_id, hs_code) include (id);
