import { randomInt } from "node:crypto";
import type { Tx } from "../platform/db/database.ts";
import { notifyContact } from "./emails/notifications.ts";
import { insertOrder, type NewOrder, type NewOrderLine } from "./sql.ts";

export type { NewOrder, NewOrderLine, PickupPointSnapshot } from "./sql.ts";

/**
 * Creates an order with its lines and the first entry of its history. The order number is random so that it does not
 * disclose how many orders exist; if it is taken, another one is drawn.
 * @returns the order number.
 */
export async function createOrder(db: Tx, order: Omit<NewOrder, "id">, lines: NewOrderLine[]): Promise<number> {
  for (;;) {
    const id = randomInt(100_000_000, 1_000_000_000);
    const inserted = await insertOrder(db, { ...order, id }, lines);
    if (!inserted) continue;
    // An order with nothing to pay is marked paid at once, and its notification is sent then.
    if (inserted.contact && order.total_minor > 0) await notifyContact(db, inserted.contact, id, "awaiting_payment");
    return id;
  }
}
