import type { Config } from "../../platform/config.ts";
import type { Db } from "../../platform/db/database.ts";
import { decryptIdentity } from "./identity-encryption.ts";
import { listEncryptedIdentities } from "./sql.ts";

/** Lists what a customer gave for all their orders, for the export of their data. */
export async function exportIdentities(
  config: Pick<Config, "secret" | "dataDir">,
  db: Db,
  customerId: number,
): Promise<Record<string, unknown>[]> {
  const rows = await listEncryptedIdentities(db, customerId);
  return rows.map(({ order_id, encrypted, given_at }) => ({
    order_id,
    given_at,
    ...decryptIdentity(config, order_id, encrypted),
  }));
}
