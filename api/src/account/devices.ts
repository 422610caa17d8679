import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { deviceName } from "./device-name.ts";
import { type Device, refusals } from "./schema.ts";
import { deleteSessionById, deleteSessions, sessionsOf } from "./session-sql.ts";

type Who = { id: number; sessionHash: Buffer };

/** Where a customer is signed in, the latest used first; the asking device is marked. */
export async function listDevices(db: Db, { id, sessionHash }: Who, now: Date): Promise<Device[]> {
  return (await sessionsOf(db, id, now)).map((session) => ({
    id: session.id,
    name: deviceName(session.userAgent),
    ip: session.ip,
    signed_in_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    is_current: session.tokenHash.equals(sessionHash),
  }));
}

/** Signs one device out. Refuses `device_not_found`, also for another customer's. */
export async function signDeviceOut(db: Db, customerId: number, id: number): Promise<void> {
  if (!(await deleteSessionById(db, customerId, id))) throw refuse(refusals, "device_not_found");
}

/** Signs every device out, the asking one too. */
export async function signOutEverywhere(db: Db, customerId: number): Promise<void> {
  await withTransaction(db, (db) => deleteSessions(db, customerId, null));
}
