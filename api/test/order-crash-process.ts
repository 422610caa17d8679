import type pg from "pg";
import { createCartCalculator } from "../src/cart/cart-calculator.ts";
import { placeOrderRequest } from "../src/checkout/schema.ts";
import { placeOrder } from "../src/checkout/service.ts";
import { orderEventHandlers } from "../src/order-event-handlers.ts";
import { readConfig } from "../src/platform/config.ts";
import { openDb } from "../src/platform/db/connection-pool.ts";
import type { CrashPoint, OrderCrashInput, OrderCrashReport } from "./order-crash.ts";

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

/** Records the statements of a connection, and kills the process at the crash point. */
function watchStatements(client: pg.PoolClient, statements: string[], crash: CrashPoint | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const crashAt = (statement: number, phase: CrashPoint["phase"]) => {
    if (crash?.statement === statement && crash.phase === phase) process.kill(process.pid, "SIGKILL");
  };
  Object.assign(client, {
    query: async (text: string, ...otherArguments: unknown[]) => {
      const statement = statements.push(text);
      const pendingResult = query(text, ...otherArguments);
      crashAt(statement, "sent");
      const result = await pendingResult;
      crashAt(statement, "completed");
      return result;
    },
  });
}
