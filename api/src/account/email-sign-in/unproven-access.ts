import type { Tx } from "../../platform/db/database.ts";
import { deletePasskeys } from "../passkeys/sql.ts";
import { deletePasswordResets } from "../passwords/sql.ts";
import { deleteSecondFactor } from "../second-factor/sql.ts";
import { deleteKnownDevices } from "../sessions/known-device-sql.ts";
import { deleteSessions } from "../sessions/sql.ts";

/**
 * Takes away the access to an account that was given before anybody had proved the email: whoever registered with a
 * foreign email must not read what its owner does later. Password, passkeys, second factor, sessions and reset links end.
 * Without effect once the email is proved.
 * @returns whether the email had not been proved before
 */
export async function revokeUnprovenAccess(tx: Tx, customerId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("customers")
    .set({ password_hash: null })
    .where("id", "=", customerId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await deleteSessions(tx, customerId, null);
  await deletePasskeys(tx, customerId);
  await deletePasswordResets(tx, customerId);
  await deleteSecondFactor(tx, customerId);
  await deleteKnownDevices(tx, customerId);
  return true;
}
