import type { Tx } from "./db.ts";

/** Forgets the letters to an address: those that wait are not sent any more. */
export async function forgetMailsTo(db: Tx, email: string): Promise<void> {
  await db.deleteFrom("mails").where("recipient", "=", email).where("sent_at", "is", null).execute();
  await db.updateTable("mails").set({ recipient: "", params: "{}" }).where("recipient", "=", email).execute();
}

/** Forgets the answers that were kept for repeated requests of a scope, such as `orders:17`. */
export async function forgetAnswers(db: Tx, scope: string): Promise<void> {
  await db.deleteFrom("idempotency_keys").where("scope", "=", scope).execute();
}
