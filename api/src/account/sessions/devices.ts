import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getDeviceName } from "../../platform/http/device-name.ts";
import type { Device } from "./schema.ts";
import { refusals } from "../schema.ts";
import { deleteSessionById, deleteSessions, listActiveSessions } from "./sql.ts";

type SignedInCustomer = { id: number; sessionHash: Buffer };

/**
 * Returns the devices on which the customer is signed in, the most recently used first; the current device is marked.
 */
export async function listDevices(db: Db, { id, sessionHash }: SignedInCustomer, now: Date): Promise<Device[]> {
  return (await listActiveSessions(db, id, now)).map((session) => ({
    id: session.id,
    name: getDeviceName(session.userAgent),
    ip: session.ip,
    signed_in_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    is_current: session.tokenHash.equals(sessionHash),
  }));
}

/** Signs one device out. Refuses `device_not_found`, also if it belongs to another customer. */
export async function signOutDevice(db: Db, customerId: number, id: number): Promise<void> {
  if (!(await deleteSessionById(db, customerId, id))) throw refuse(refusals, "device_not_found");
}

/** Signs all devices out, including the current one. */
export async function signOutEverywhere(db: Db, customerId: number): Promise<void> {
  await withTransaction(db, (db) => deleteSessions(db, customerId, null));
}
