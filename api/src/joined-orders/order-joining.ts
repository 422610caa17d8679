import { refusals as orderRefusals } from "../orders/schema.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { joinOrdersAction, separateOrdersAction } from "./admin-actions.ts";
import type { JoinCandidates } from "./admin-schema.ts";
import { planJoin } from "./plan-join.ts";
import { listCandidates, listJoinStates } from "./sql.ts";

const MAX_CANDIDATES = 10;

/** Lists the other orders of the customer that wait to be sent. @throws refusal `order_not_found` */
async function getJoinCandidates(db: Db, orderId: number, now: Date): Promise<JoinCandidates> {
  const [state] = await listJoinStates(db, [orderId]);
  if (!state) throw refuse(orderRefusals, "order_not_found");
  const candidates = await listCandidates(db, orderId, MAX_CANDIDATES);
  return Promise.all(
    candidates.map(async ({ id, placed_at }) => ({
      order_id: id,
      placed_at: placed_at.toISOString(),
      reasons: [...(await planJoin(db, [orderId, id], now)).reasons],
    })),
  );
}

/**
 * What the endpoints of joined orders execute. Joining applies the rules of many modules, so that the endpoints know only
 * this interface, which `buildAdminApi` passes to them.
 */
export const orderJoining = { joinOrdersAction, separateOrdersAction, getJoinCandidates };
export type OrderJoining = typeof orderJoining;
