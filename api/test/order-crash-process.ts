import { createCartCalculator } from "../src/cart/cart-calculator.ts";
import { placeOrderRequest } from "../src/checkout/schema.ts";
import { placeOrder } from "../src/checkout/service.ts";
import { orderEventHandlers } from "../src/order-event-handlers.ts";
import { readConfig } from "../src/platform/config.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import type { OrderCrashInput, OrderCrashReport } from "./order-crash.ts";
import { watchStatements } from "./watch-statements.ts";

process.once("message", (input: OrderCrashInput) => {
  void placeOrderAndReport(input);
});
process.send?.("ready");

async function placeOrderAndReport({ connection, request, context, crash }: OrderCrashInput): Promise<void> {
  const { db, pool } = openDb(connection, () => undefined);
  const statements: string[] = [];
  pool.on("connect", (client) => watchStatements(client, statements, crash));
  const config = readConfig({});
  await placeOrder(
    { config, db, orderEventHandlers },
    createCartCalculator(config),
    placeOrderRequest.parse(request),
    context,
  );
  await db.destroy();
  process.send?.({ statements } satisfies OrderCrashReport);
  process.disconnect();
}
