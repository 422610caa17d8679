import { createHash } from "node:crypto";
import { withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { consumeRateLimit } from "../../platform/http/rate-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { pushLimit } from "../settings.ts";
import { getPushKeys } from "./push-keys.ts";
import { isPushServiceUrl } from "./push-services.ts";
import { type PushState, type PushSubscriptionRequest, refusals } from "./schema.ts";
import { deleteSubscription, listSubscriptions, upsertSubscription } from "./sql.ts";

/** Browsers of one customer; with more, the oldest is removed. */
const MAX_DEVICES = 10;

/** Returns the key for new subscriptions, and the browsers of a customer. */
export async function getPushState(app: AppContext, customerId: number): Promise<PushState> {
  const { publicKey } = await getPushKeys(app);
  const subscriptions = await listSubscriptions(app.db, customerId);
  return {
    public_key: publicKey,
    devices: subscriptions.map(({ id, device, endpoint, created_at }) => ({
      id,
      name: device,
      created_at: created_at.toISOString(),
      endpoint_hash: createHash("sha256").update(endpoint).digest("hex"),
    })),
  };
}

/**
 * Subscribes a browser of a customer; a known one is updated. Refuses `push_service_unknown` if its endpoint is not that
 * of a push service, and `too_many_requests`.
 */
export async function subscribe(
  { db, clock }: AppContext,
  customerId: number,
  subscription: PushSubscriptionRequest & { device: string },
): Promise<void> {
  const now = clock.now();
  const limit = await getSetting(db, pushLimit);
  await consumeRateLimit(db, { name: "push_subscriptions", subject: String(customerId) }, { ...limit, now });
  if (!isPushServiceUrl(subscription.endpoint)) throw refuse(refusals, "push_service_unknown");
  await withTransaction(db, (tx) => upsertSubscription(tx, customerId, subscription, { max: MAX_DEVICES, now }));
}

/** Ends a subscription. Refuses `push_device_not_found`, also if it belongs to another customer. */
export async function unsubscribe({ db }: AppContext, customerId: number, id: number): Promise<void> {
  if (!(await deleteSubscription(db, customerId, id))) throw refuse(refusals, "push_device_not_found");
}
