-- A payment without a card: the shopper says yes or no on a hosted page, as he would in the app of his bank (SBP).
alter table sandbox_gateway.payments
  add column method text not null default 'bank_card' check (method in ('bank_card', 'sbp')),
  alter column brand drop not null,
  alter column first6 drop not null,
  alter column last4 drop not null,
  alter column expiry_month drop not null,
  alter column expiry_year drop not null,
  add check ((method = 'bank_card') = (num_nulls(brand, first6, last4, expiry_month, expiry_year) = 0)),
  add check (method <> 'sbp' or currency = 'RUB');
