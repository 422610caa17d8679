import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export type KnownDevice = { customerId: number; device: string; network: string };

/**
 * Records a sign-in from a device. Concurrent sign-ins from the same new device report it once.
 * @returns whether the device is new for a customer who already has a known device; false for their very first device.
 */
export async function recordKnownDevice(
  db: Tx,
  { customerId, device, network }: KnownDevice,
  now: Date,
): Promise<boolean> {
  // `xmax` is 0 in a row that was inserted, not updated.
  const { rows } = await sql<{ is_additional: boolean }>`
    with earlier as (select exists (select from known_devices where customer_id = ${customerId}) as has_devices),
    recorded as (
      insert into known_devices (customer_id, device, network, first_seen_at, last_seen_at)
      values (${customerId}, ${device}, ${network}, ${now}, ${now})
      on conflict (customer_id, device, network) do update set last_seen_at = excluded.last_seen_at
      returning xmax = 0 as is_new
    )
    select is_new and has_devices as is_additional from recorded, earlier`.execute(db);
  return rows[0]?.is_additional ?? false;
}

/** Deletes all known devices of a customer. */
export async function deleteKnownDevices(db: Tx, customerId: number): Promise<void> {
  await db.deleteFrom("known_devices").where("customer_id", "=", customerId).execute();
}

/**
 * Deletes devices last seen at or before a moment.
 * @returns how many
 */
export async function deleteKnownDevicesNotSeenSince(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("known_devices")
    .where("last_seen_at", "<=", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
