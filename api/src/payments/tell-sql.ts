import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { findPayment } from "./sql.ts";

/** A payment with whom it is told to, in the language of the order. */
export async function payerOf(db: Db, paymentId: string) {
  const payment = await findPayment(db, paymentId);
  if (!payment) return undefined;
  const who = await db
    .selectFrom("orders as o")
    .innerJoin("customers as c", "c.id", "o.customer_id")
    .innerJoin("currencies as money", "money.code", "o.currency")
    .select(["o.customer_id", "o.locale", "c.email", "money.rounding_digits"])
    .where("o.id", "=", payment.order_id)
    .executeTakeFirstOrThrow();
  return { ...payment, ...who, locale: who.locale as Locale };
}
export type Payer = NonNullable<Awaited<ReturnType<typeof payerOf>>>;
