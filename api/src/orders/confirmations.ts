import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";

/** When, from which IP address and to which version of the public offer a customer has agreed. */
export type Confirmation = Readonly<{ version: string; at: string; ip: string }>;

/** Stores that the customer accepts the public offer for an order that staff have placed, once. */
export async function acceptTerms(tx: Tx, orderId: number, confirmation: Confirmation): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ terms_accepted: JSON.stringify(confirmation) })
    .where("id", "=", orderId)
    .where("terms_accepted", "is", null)
    .execute();
}

/** Stores that the customer confirms the import duty of their order, once: the amount with the rule and the rate. */
export async function confirmOrderDuty(tx: Tx, orderId: number, confirmation: Confirmation): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      duty_confirmed: sql`jsonb_build_object('rule_id', customs_rule_id, 'tax_minor', customs_tax_minor,
        'rub_per_unit', rub_per_unit::text, 'currency', currency) || ${JSON.stringify(confirmation)}::jsonb`,
    })
    .where("id", "=", orderId)
    .where("customs_declared", "=", true)
    .where("duty_confirmed", "is", null)
    .execute();
}
