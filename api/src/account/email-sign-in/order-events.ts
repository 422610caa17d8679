import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { OrderEventHandler, OrderingCustomer, OrderPlacingEvent } from "../../platform/order-events.ts";
import { refusals } from "../schema.ts";
import { deleteKnownDevices } from "../sessions/known-device-sql.ts";
import { deleteSessions } from "../sessions/sql.ts";

/** The index that allows one account for an email. */
const EMAIL_INDEX = "customers_email";

export const accountOrderEvents: OrderEventHandler = { onPlacing: createAccountForOrder };

/**
 * Makes the email of a checkout the customer's own, in the transaction of their first order. If the email was not
 * proved, all sessions end, so that nobody but its owner ever sees the account; without effect for other customers.
 * @returns the email of the customer and whether they stay signed in
 * @throws refusal `email_has_account` if somebody has got an account with the email since
 */
async function createAccountForOrder(tx: Tx, { customerId, recipient }: OrderPlacingEvent): Promise<OrderingCustomer> {
  const customer = await tx
    .selectFrom("customers")
    .select(["email", "checkout_email as checkoutEmail", "email_verified_at as verifiedAt"])
    .where("id", "=", customerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { checkoutEmail } = customer;
  if (checkoutEmail === null) return { email: customer.email, isSignedIn: true };
  await claimEmail(tx, customerId, recipient);
  if (customer.verifiedAt) return { email: checkoutEmail, isSignedIn: true };
  await deleteSessions(tx, customerId, null);
  await deleteKnownDevices(tx, customerId);
  return { email: checkoutEmail, isSignedIn: false };
}

async function claimEmail(tx: Tx, customerId: number, recipient: OrderPlacingEvent["recipient"]): Promise<void> {
  try {
    await sql`
      update customers set email = checkout_email, checkout_email = null,
        name = coalesce(${recipient?.first_name ?? null}, name), surname = coalesce(${recipient?.last_name ?? null}, surname),
        phone = coalesce(${recipient?.phone_mobile ?? null}, phone)
      where id = ${customerId}`.execute(tx);
  } catch (error) {
    // Also if somebody registers with the email at this moment: the statement waits for them.
    if (error instanceof Error && "constraint" in error && error.constraint === EMAIL_INDEX)
      throw refuse(refusals, "email_has_account");
    throw error;
  }
}
