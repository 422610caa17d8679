import type { Tx } from "../../platform/db/database.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import type { ClientInfo } from "../client-info.ts";

/** A second request within this time sends no second email. */
const COOLDOWN_MS = 60 * 1000;

/** Queues the email that asks the customer to confirm their address. Checkout does not require the confirmation. */
export async function queueConfirmationEmail(
  db: Tx,
  { id, email }: { id: number; email: string },
  { locale, now }: ClientInfo,
): Promise<void> {
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "email_confirmation",
    params: { customerId: id },
    dedupKey: `email_confirmation:${id}:${Math.floor(now.getTime() / COOLDOWN_MS)}`,
  });
}
