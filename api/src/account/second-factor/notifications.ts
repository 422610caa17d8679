import type { Tx } from "../../platform/db/database.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import type { ClientInfo } from "../client-info.ts";
import type { SecondFactorEvent } from "./emails.ts";

/**
 * Queues an email about a change of the customer's second factor, so that they notice a change that they did not make.
 */
export async function queueSecondFactorEmail(
  db: Tx,
  { id, email }: { id: number; email: string },
  securityEvent: SecondFactorEvent,
  { locale, now }: Pick<ClientInfo, "locale" | "now">,
): Promise<void> {
  const eventKey = "left" in securityEvent ? `${securityEvent.event}:${securityEvent.left}` : securityEvent.event;
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "second_factor",
    params: securityEvent,
    dedupKey: `second_factor:${id}:${eventKey}:${now.getTime()}`,
  });
}
