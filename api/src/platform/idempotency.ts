import { createHash } from "node:crypto";
import { type Db, type Tx, withTransaction } from "./db.ts";
import { commonRefusals, refuse } from "./errors.ts";

type Keyed = {
  /** Who and what the key belongs to, such as `orders:17`: one customer's key never meets another's. */
  scope: string;
  /** The Idempotency-Key header, 8 to 100 characters. */
  key: string | null;
  /** What was asked; the same key with another body is refused. */
  body: unknown;
};

/**
 * Runs `work` once for a key and repeats its first answer afterwards.
 * The key is taken inside the same transaction: a second request with it waits for the first to end, a failed one
 * leaves no trace, so the key may be tried again.
 * Refuses `idempotency_key_required` and `idempotency_key_reused`.
 */
export async function withIdempotency<T extends object>(
  db: Db,
  keyed: Keyed,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  const { scope, key } = keyed;
  if (key === null || key.length < 8 || key.length > 100) throw refuse(commonRefusals, "idempotency_key_required");
  const requestHash = createHash("sha256").update(JSON.stringify(keyed.body)).digest("hex");
  return withTransaction(db, async (tx) => {
    const taken = await tx
      .insertInto("idempotency_keys")
      .values({ scope, key, request_hash: requestHash })
      .onConflict((on) => on.columns(["scope", "key"]).doNothing())
      .returning("key")
      .executeTakeFirst();
    if (!taken) {
      const first = await tx
        .selectFrom("idempotency_keys")
        .select(["request_hash", "response"])
        .where("scope", "=", scope)
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      if (first.request_hash !== requestHash) throw refuse(commonRefusals, "idempotency_key_reused");
      return first.response as T;
    }
    const answer = await work(tx);
    await tx
      .updateTable("idempotency_keys")
      .set({ status: 200, response: JSON.stringify(answer) })
      .where("scope", "=", scope)
      .where("key", "=", key)
      .execute();
    return answer;
  });
}
