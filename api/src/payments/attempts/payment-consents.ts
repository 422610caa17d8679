import type { ClientInfo } from "../../account/client-info.ts";
import { recordConsents } from "../../account/consents/record-consents.ts";
import { acceptTerms, confirmOrderDuty } from "../../orders/confirmations.ts";
import { getTermsVersion } from "../../orders/terms-version.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../schema.ts";
import { confirmDuty, getCustomerEmail, type lockOrder, type lockPayment } from "../sql.ts";

/** What the shopper agrees to when they pay, and from where. */
export type PaymentConsents = Readonly<{
  isDutyConfirmed: boolean;
  areTermsAccepted: boolean;
  clientInfo: ClientInfo;
}>;

type Payable = Readonly<{
  order: NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
  payment: Awaited<ReturnType<typeof lockPayment>>;
}>;

/**
 * Records what the shopper agrees to with a payment, once: the public offer for an order that staff have placed, and the
 * import duty of such an order or of an edit. Order and payment must be locked.
 * @throws refusal `terms_confirmation_required` or `duty_confirmation_required`
 */
export async function recordPaymentConsents(
  tx: Tx,
  { order, payment }: Payable,
  { isDutyConfirmed, areTermsAccepted, clientInfo }: PaymentConsents,
): Promise<void> {
  const needsTerms = payment.purpose === "order" && order.needs_terms;
  const needsDuty = payment.duty_minor !== null && payment.duty_confirmed === null;
  if (!needsTerms && !needsDuty) return;
  if (needsTerms && !areTermsAccepted) throw refuse(refusals, "terms_confirmation_required");
  if (needsDuty && !isDutyConfirmed) throw refuse(refusals, "duty_confirmation_required");
  const { locale, ip, now } = clientInfo;
  const confirmation = { version: await getTermsVersion(tx, locale), at: now.toISOString(), ip };
  if (needsTerms) await acceptTerms(tx, order.id, confirmation);
  if (needsDuty) await confirmDuty(tx, payment.id, confirmation);
  if (needsDuty && payment.purpose === "order") await confirmOrderDuty(tx, order.id, confirmation);
  const email = await getCustomerEmail(tx, order.customer_id);
  const purposes = [
    ...(needsTerms ? (["personal_data", "offer"] as const) : []),
    ...(needsDuty ? (["duty_7_14"] as const) : []),
  ];
  await recordConsents(tx, { id: order.customer_id, email }, purposes, "payment_link", clientInfo);
}
