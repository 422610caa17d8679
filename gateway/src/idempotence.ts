import { createHash } from "node:crypto";
import type { Gateway, GatewayDb } from "./gateway.ts";
import { GatewayRefusal } from "./refusals.ts";
import { firstAnswer, keepAnswer, takeKey } from "./sql.ts";

export const KEY_LIVES_MS = 24 * 60 * 60 * 1000;

/**
 * Runs a write once for an Idempotence-Key and repeats its first answer for 24 hours. The key is taken in the write's
 * own transaction: a refused write leaves no trace of it.
 * @param request what was asked: the same key with another call or body is refused with `idempotence_key_reused`.
 */
export async function once<T extends object>(
  gateway: Gateway,
  key: string | undefined,
  request: { call: string; body: string },
  write: (db: GatewayDb) => Promise<T>,
): Promise<T> {
  if (!key || key.length > 64)
    throw new GatewayRefusal("idempotence_key_required", "The Idempotence-Key header takes 1 to 64 characters.", {
      parameter: "Idempotence-Key",
    });
  const now = gateway.clock.now();
  const shopId = gateway.shop.id;
  const requestHash = createHash("sha256").update(`${request.call}\n${request.body}`).digest();
  return gateway.db.transaction().execute(async (db) => {
    const taken = { shop_id: shopId, key, request_hash: requestHash, created_at: now };
    if (!(await takeKey(db, taken, new Date(now.getTime() - KEY_LIVES_MS)))) {
      const first = await firstAnswer(db, shopId, key);
      if (!first.request_hash.equals(requestHash))
        throw new GatewayRefusal("idempotence_key_reused", "This Idempotence-Key was used for another request.", {
          parameter: "Idempotence-Key",
        });
      return first.answer as T;
    }
    const answer = await write(db);
    await keepAnswer(db, shopId, key, answer);
    return answer;
  });
}
