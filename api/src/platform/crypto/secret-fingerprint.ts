import { sql } from "kysely";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import { StartupError } from "../startup-error.ts";
import { deriveKey } from "./encryption.ts";

/** The HKDF `info` parameter. It must not change, since no process could start any more. */
const KEY_INFO = "fingerprint of the secret";

type SecretConfig = Pick<Config, "secret" | "dataDir">;

/**
 * Checks that this process has the secret with which the database is used. The first process records its fingerprint.
 * @throws StartupError if it has another one
 */
export async function checkSecret(db: Db, config: SecretConfig): Promise<void> {
  const fingerprint = calculateFingerprint(config);
  await db
    .insertInto("secret_fingerprint")
    .values({ fingerprint })
    .onConflict((on) => on.doNothing())
    .execute();
  const { fingerprint: expected } = await db
    .selectFrom("secret_fingerprint")
    .select("fingerprint")
    .executeTakeFirstOrThrow();
  if (fingerprint === expected) return;
  const name = config.secret === undefined ? `The secret in ${config.dataDir}/shop.secret` : "SHOP_SECRET";
  throw new StartupError(
    `${name} is not the secret with which this database is used: all processes need the same. If you have replaced it, stop all processes and run \`npm run shop -- secret replace\`.`,
  );
}

/** Makes the secret of this configuration the one with which processes start. */
export async function replaceSecret(db: Db, config: SecretConfig): Promise<void> {
  const fingerprint = calculateFingerprint(config);
  await db
    .insertInto("secret_fingerprint")
    .values({ fingerprint })
    .onConflict((on) => on.column("is_only").doUpdateSet({ fingerprint, recorded_at: sql`now()` }))
    .execute();
}

function calculateFingerprint(config: SecretConfig): string {
  return deriveKey(config, KEY_INFO).toString("base64url");
}
