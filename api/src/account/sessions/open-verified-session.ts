import type { Tx } from "../../platform/db/database.ts";
import { recordDevice } from "./known-devices.ts";
import type { ClientInfo } from "../client-info.ts";
import type { Session } from "../schema.ts";
import { openSession } from "./service.ts";
import { type CustomerRow, getCustomer } from "../sql.ts";
import { deriveCsrfToken } from "../csrf-token.ts";
import { serializeUser } from "../user-serializer.ts";

/** A customer whose password or emailed code was verified; `passwordHash` is null if they have no password. */
type VerifiedSignIn = { customerId: number; passwordHash: string | null; remember: boolean };

/**
 * Opens a session after the second factor, if any, was verified.
 * @returns null if the password has been replaced meanwhile
 */
export async function openVerifiedSession(
  db: Tx,
  verified: VerifiedSignIn,
  clientInfo: ClientInfo,
  verifySecondFactor?: (customer: CustomerRow) => Promise<void>,
): Promise<Omit<Session, "device_token"> | null> {
  const token = await openSession(db, verified, clientInfo);
  if (token === null) return null;
  const customer = await getCustomer(db, verified.customerId);
  await verifySecondFactor?.(customer);
  await recordDevice(db, customer, clientInfo);
  return { ...serializeUser(customer, deriveCsrfToken(token)), token };
}
