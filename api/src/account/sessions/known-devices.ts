import type { Tx } from "../../platform/db/database.ts";
import { getClientNetwork } from "../../platform/http/rate-limits.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { getDeviceName } from "../../platform/http/device-name.ts";
import { recordKnownDevice } from "./known-device-sql.ts";
import type { ClientInfo } from "../client-info.ts";
import type { NewDeviceParams } from "./new-device-email.ts";

/**
 * Records the device of a sign-in, and queues an email if the customer never signed in from this device or network
 * before.
 */
export async function recordDevice(
  db: Tx,
  { id, email }: { id: number; email: string },
  { ip, userAgent, locale, now }: ClientInfo,
): Promise<void> {
  const device = getDeviceName(userAgent);
  if (!(await recordKnownDevice(db, { customerId: id, device, network: getClientNetwork(ip) }, now))) return;
  const signedInAt = now.toISOString();
  await queueEmail(db, {
    recipient: email,
    locale,
    template: "new_device",
    params: { device, ip, at: signedInAt } satisfies NewDeviceParams,
    dedupKey: `new_device:${id}:${device}:${getClientNetwork(ip)}:${signedInAt}`,
  });
}
