import type { Tx } from "../../platform/db/database.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import type { ClientInfo } from "../client-info.ts";
import type { PasskeyEvent } from "./emails.ts";

/** Queues an email about a passkey, so that the customer notices a change that they did not make. */
export async function queuePasskeyEmail(
  db: Tx,
  { id, email }: { id: number; email: string },
  passkeyEvent: PasskeyEvent,
  { locale, now }: Pick<ClientInfo, "locale" | "now">,
): Promise<void> {
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "passkey",
    params: passkeyEvent,
    dedupKey: `passkey:${id}:${passkeyEvent.event}:${now.getTime()}`,
  });
}
