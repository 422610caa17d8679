import type { AppContext } from "../platform/http/endpoint.ts";
import { areAllSent } from "../gift-cards/purchases/purchases.ts";
import { sendDueGiftCards } from "../gift-cards/purchases/send-gift-cards.ts";
import { lockOrder } from "./sql.ts";
import { transitionOrder } from "./status/transition-order.ts";

/** Sends the gift cards that are due. An order without other items is delivered with its last gift card. */
export async function sendGiftCards(app: AppContext): Promise<void> {
  await sendDueGiftCards(app, async (db, orderIds) => {
    for (const orderId of orderIds) {
      const order = await lockOrder(db, orderId);
      if (order?.status === "paid" && order.products_minor === 0 && (await areAllSent(db, orderId)))
        await transitionOrder(app, db, orderId, "delivered", { now: app.clock.now() });
    }
  });
}
