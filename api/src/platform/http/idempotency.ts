import { createHash } from "node:crypto";
import { type Db, type Tx, withTransaction } from "../db/database.ts";
import { commonRefusals, refuse } from "./errors.ts";

type IdempotencyOptions = {
  /** Who and what the key belongs to, such as `orders:17`. Customers cannot see the responses of each other's keys. */
  scope: string;
  /** The Idempotency-Key header, 8 to 100 characters. */
  key: string | null;
  /** The request body; the same key with another body is refused. */
  body: unknown;
};

/**
 * Runs `work` once for each key and returns its first result for repeated requests.
 * The key is inserted in the same transaction as the work, so a second request with the key waits for the first, and a
 * request that fails leaves the key free to be used again.
 * @throws Refusal `idempotency_key_required` or `idempotency_key_reused`
 */
export async function withIdempotency<T extends object>(
  db: Db,
  options: IdempotencyOptions,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  const { scope, key } = options;
  if (key === null || key.length < 8 || key.length > 100) throw refuse(commonRefusals, "idempotency_key_required");
  const requestHash = createHash("sha256").update(JSON.stringify(options.body)).digest("hex");
  return withTransaction(db, async (tx) => {
    const claimed = await tx
      .insertInto("idempotency_keys")
      .values({ scope, key, request_hash: requestHash })
      .onConflict((on) => on.columns(["scope", "key"]).doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!claimed) {
      const stored = await tx
        .selectFrom("idempotency_keys")
        .select(["request_hash", "response"])
        .where("scope", "=", scope)
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      if (stored.request_hash !== requestHash) throw refuse(commonRefusals, "idempotency_key_reused");
      return stored.response as T;
    }
    const result = await work(tx);
    await tx
      .updateTable("idempotency_keys")
      .set({ status: 200, response: JSON.stringify(result) })
      .where("scope", "=", scope)
      .where("key", "=", key)
      .execute();
    return result;
  });
}
