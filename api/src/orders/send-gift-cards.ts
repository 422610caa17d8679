import { listCompletelySentOrders } from "../gift-cards/purchases/purchases.ts";
import { sendDueGiftCards } from "../gift-cards/purchases/send-gift-cards.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { lockOrder } from "./sql.ts";
import { transitionOrder } from "./status/transition-order.ts";

/** Orders of gift cards alone that are delivered in one run; the rest follow in the next. */
const MAX_ORDERS = 1000;

/** Sends the gift cards that are due. An order without other items is delivered when none of its gift cards is left. */
export async function sendGiftCards(app: AppContext): Promise<void> {
  await sendDueGiftCards(app);
  for (const orderId of await listCompletelySentOrders(app.db, MAX_ORDERS))
    await withTransaction(app.db, async (tx) => {
      // It may have been canceled meanwhile.
      if ((await lockOrder(tx, orderId))?.status === "paid")
        await transitionOrder(app, tx, orderId, "delivered", { now: app.clock.now() });
    });
}
