-- additive: a column with a default, and a wider check; the previous release reads refunds without an attempt as refunds of nothing
-- blocks: few orders are refunded, so reading their refunds for the check takes milliseconds.
-- Refunds of goods that points and gift cards paid for: no provider is involved (docs/domain/payments.md).

alter table refunds
  -- Null: no money is refunded.
  alter column attempt_id drop not null,
  -- What the refunded goods and delivery cost if no money is refunded, in minor units of the order's currency: points and
  -- gift card get it back. 0 if money is refunded.
  add column value_minor bigint not null default 0,
  drop constraint refunds_amount_minor_check,
  add constraint refunds_money_check check (case when attempt_id is null
    then amount_minor = 0 and value_minor > 0 and status = 'succeeded'
    else amount_minor > 0 and value_minor = 0 end);
