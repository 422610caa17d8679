-- additive: a column that is null for all refunds until now, and a check of it
-- blocks: few orders are refunded, so reading their refunds for the check takes milliseconds.
-- Refunds that the provider refused and that staff paid another way (docs/domain/payments.md).

alter table refunds
  -- How and when staff paid back the money outside of the provider; null if the provider paid it, or no money was refunded.
  add column paid_outside_note text,
  add constraint refunds_paid_outside_check check (paid_outside_note is null
    or (length(paid_outside_note) >= 1 and length(paid_outside_note) <= 500 and retry_of is not null
      and attempt_id is not null and provider_ref is null and status = 'succeeded'));
