import { sql } from "kysely";
import { z } from "zod";
import type { Db, Tx } from "../platform/db/database.ts";
import { getDeviceName } from "../platform/http/device-name.ts";
import { getClientNetwork } from "../platform/http/rate-limits.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import type { StaffClient } from "./sessions.ts";

/** What the email about a new device shows. */
export const newDeviceParams = z.object({ device: z.string(), ip: z.string(), at: z.iso.datetime() });

/**
 * Records the device of a sign-in, and queues an email if the person has signed in before, but never from this device or
 * network.
 */
export async function recordStaffDevice(
  db: Tx,
  { id, email, locale }: { id: number; email: string; locale: Locale },
  { ipAddress, userAgent, now }: StaffClient,
): Promise<void> {
  const device = getDeviceName(userAgent);
  const network = getClientNetwork(ipAddress);
  if (!(await upsertKnownDevice(db, { staffId: id, device, network }, now))) return;
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "staff_new_device",
    params: { device, ip: ipAddress, at: now.toISOString() } satisfies z.infer<typeof newDeviceParams>,
    dedupKey: `staff_new_device:${id}:${device}:${network}:${now.toISOString()}`,
  });
}

/** @returns whether the device is new for a person who already has a known device */
async function upsertKnownDevice(
  db: Tx,
  { staffId, device, network }: { staffId: number; device: string; network: string },
  now: Date,
): Promise<boolean> {
  // `xmax` is 0 in a row that was inserted, not updated.
  const { rows } = await sql<{ is_additional: boolean }>`
    with earlier as (select exists (select from staff_known_devices where staff_id = ${staffId}) as has_devices),
    recorded as (
      insert into staff_known_devices (staff_id, device, network, first_seen_at, last_seen_at)
      values (${staffId}, ${device}, ${network}, ${now}, ${now})
      on conflict (staff_id, device, network) do update set last_seen_at = excluded.last_seen_at
      returning xmax = 0 as is_new
    )
    select is_new and has_devices as is_additional from recorded, earlier`.execute(db);
  return rows[0]?.is_additional ?? false;
}

/** Deletes devices last seen at or before a moment. */
export async function deleteStaffDevicesNotSeenSince(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("staff_known_devices").where("last_seen_at", "<=", before).execute();
}
