import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { findPayment } from "../sql.ts";

/** Loads a payment with the customer to notify and the language of the order. */
export async function findPayer(db: Db, paymentId: string) {
  const payment = await findPayment(db, paymentId);
  if (!payment) return undefined;
  const customer = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .innerJoin("currencies as money", "money.code", "o.currency")
    .select(["o.customer_id", "o.locale", "c.email", "money.rounding_digits"])
    .where("o.id", "=", payment.order_id)
    .executeTakeFirstOrThrow();
  return { ...payment, ...customer, locale: customer.locale as Locale };
}
export type Payer = NonNullable<Awaited<ReturnType<typeof findPayer>>>;
