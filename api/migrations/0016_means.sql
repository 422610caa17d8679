-- A promo code and a gift certificate may stand in one cart: both are entered in the same field.
alter table carts add column certificate_id integer references gift_certificates on delete set null;

-- Whether customers find the code in their profiles; a code for a few is told to them another way.
alter table promo_codes add column listed boolean not null default true;
alter table promo_codes add column gift_option_id integer not null default 0;

-- When the first of what is left on the account ends, kept with every entry: the job reads nothing else.
alter table bonus_accounts add column next_expiry timestamptz;
update bonus_accounts a set next_expiry =
  (select min(expires_at) from bonus_entries e where e.customer_id = a.customer_id and e.delta > 0)
  where balance > 0;
create index bonus_accounts_expiring on bonus_accounts (next_expiry) where next_expiry is not null;
create index bonus_entries_order on bonus_entries (order_id) where order_id is not null;
create index gift_certificate_entries_order on gift_certificate_entries (order_id);

-- What the promo code took off a line; the lines' discounts make the order's.
alter table order_lines add column discount_minor bigint not null default 0;
alter table order_lines add constraint order_lines_discount_check check (discount_minor between 0 and total_minor);

-- An order that bonuses and a certificate pay for whole is paid with a payment of nothing, which no gateway sees.
alter table payments drop constraint payments_amount_minor_check;
alter table payments add constraint payments_amount_minor_check
  check (amount_minor > 0 or (amount_minor = 0 and status = 'success'));
