import type { Tx } from "../../platform/db/database.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import type { ClientInfo } from "../client-info.ts";

/** Queues an email to the customer about the new password, so that they notice a change that they did not make. */
export async function queuePasswordChangedEmail(
  db: Tx,
  { id, email }: { id: number; email: string },
  { locale, now }: ClientInfo,
): Promise<void> {
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "password_changed",
    dedupKey: `password_changed:${id}:${now.getTime()}`,
  });
}
