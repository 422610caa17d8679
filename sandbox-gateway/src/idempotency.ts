import { createHash } from "node:crypto";
import type { Gateway, GatewayDb } from "./gateway.ts";
import { GatewayRefusal } from "./refusals.ts";
import { getFirstResponse, storeResponse, claimIdempotencyKey } from "./sql.ts";

export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Runs a write once per Idempotence-Key and repeats its first response for 24 hours. The key is claimed in the
 * transaction of the write, so a refused write does not consume it.
 * @param key the header of the request; refused with `idempotence_key_required` if it is absent or too long.
 * @param request the same key with another call or body is refused with `idempotence_key_reused`.
 */
export async function withIdempotency<T extends object>(
  gateway: Gateway,
  key: string | undefined,
  request: { call: string; body: string },
  write: (db: GatewayDb) => Promise<T>,
): Promise<T> {
  if (!key || key.length > 64)
    throw new GatewayRefusal("idempotence_key_required", "The Idempotence-Key header must have 1 to 64 characters.", {
      parameter: "Idempotence-Key",
    });
  const now = gateway.clock.now();
  const shopId = gateway.shop.id;
  const requestHash = createHash("sha256").update(`${request.call}\n${request.body}`).digest();
  return gateway.db.transaction().execute(async (db) => {
    const record = { shop_id: shopId, key, request_hash: requestHash, created_at: now };
    if (!(await claimIdempotencyKey(db, record, new Date(now.getTime() - KEY_LIFETIME_MS)))) {
      const stored = await getFirstResponse(db, shopId, key);
      if (!stored.request_hash.equals(requestHash))
        throw new GatewayRefusal("idempotence_key_reused", "This Idempotence-Key was used for another request.", {
          parameter: "Idempotence-Key",
        });
      return stored.response as T;
    }
    const response = await write(db);
    await storeResponse(db, shopId, key, response);
    return response;
  });
}
