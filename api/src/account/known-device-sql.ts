import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";

export type KnownDevice = { customerId: number; device: string; network: string };

/**
 * Notes that a customer signs in from a device. Of two who come from the same new one at once, the second finds it known.
 * @returns whether it is one more beside those known before: the very first is nothing to tell of.
 */
export async function noteDevice(db: Tx, { customerId, device, network }: KnownDevice, at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_another: boolean }>`
    with before as (select exists (select from known_devices where customer_id = ${customerId}) as any),
    noted as (
      insert into known_devices (customer_id, device, network, first_seen_at, last_seen_at)
      values (${customerId}, ${device}, ${network}, ${at}, ${at})
      on conflict (customer_id, device, network) do update set last_seen_at = excluded.last_seen_at
      returning xmax = 0 as is_new
    )
    select is_new and "any" as is_another from noted, before`.execute(db);
  return rows[0]?.is_another ?? false;
}

/** Drops devices that were not seen since `at`. @returns how many. */
export async function forgetDevicesUnseenSince(db: Db, at: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("known_devices").where("last_seen_at", "<=", at).executeTakeFirst();
  return Number(numDeletedRows);
}
