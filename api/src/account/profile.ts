import { type Db, withTransaction } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { isPastBirthday } from "./birthday.ts";
import { setConsent } from "./consents/record-consents.ts";
import type { ClientInfo } from "./client-info.ts";
import type { ProfileRequest, User } from "./schema.ts";
import { getCustomer, lockCustomer, updateProfile } from "./sql.ts";
import { deriveCsrfTokenFromHash } from "./csrf-token.ts";
import { serializeUser } from "./user-serializer.ts";

/** Returns the signed-in customer with the CSRF token of the session. */
export async function getCurrentUser(db: Db, customer: { id: number; sessionHash: Buffer }): Promise<User> {
  return serializeUser(await getCustomer(db, customer.id), deriveCsrfTokenFromHash(customer.sessionHash));
}

/** Updates the fields of the profile form; absent fields stay unchanged. Refuses a birthday that is not in the past. */
export async function updateUserProfile(
  db: Db,
  customer: { id: number; email: string; sessionHash: Buffer },
  { newsletter, ...change }: ProfileRequest,
  clientInfo: ClientInfo,
): Promise<User> {
  if (typeof change.birthday === "string" && !isPastBirthday(change.birthday, clientInfo.now))
    throw refuse(commonRefusals, "validation_failed", { fields: { birthday: ["pastDate"] } });
  await withTransaction(db, async (db) => {
    // Concurrent subscriptions from two tabs create one consent.
    await lockCustomer(db, customer.id);
    await updateProfile(db, customer.id, change);
    if (newsletter !== undefined)
      await setConsent(db, customer, { purpose: "newsletter", given: newsletter }, "profile", clientInfo);
  });
  return getCurrentUser(db, customer);
}
