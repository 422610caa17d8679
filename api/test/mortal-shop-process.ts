import type pg from "pg";
import { placeOrderRequest } from "../src/checkout/schema.ts";
import { placeOrder } from "../src/checkout/service.ts";
import { openDb } from "../src/platform/db.ts";
import type { Death, Errand, Told } from "./mortal-shop.ts";

process.once("message", (errand: Errand) => {
  void serve(errand);
});
process.send?.("ready");

async function serve({ connection, request, by, death }: Errand): Promise<void> {
  const { db, pool } = openDb(connection, () => undefined);
  const statements: string[] = [];
  pool.on("connect", (client) => watch(client, statements, death));
  await placeOrder(db, placeOrderRequest.parse(request), by);
  await db.destroy();
  process.send?.({ statements } satisfies Told);
  process.disconnect();
}

/** Notes the statements of a connection, and ends the process at the one it is to die at. */
function watch(client: pg.PoolClient, statements: string[], death: Death | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const dieAt = (statement: number, when: Death["when"]) => {
    if (death?.statement === statement && death.when === when) process.kill(process.pid, "SIGKILL");
  };
  Object.assign(client, {
    query: async (text: string, ...more: unknown[]) => {
      const statement = statements.push(text);
      const answer = query(text, ...more);
      dieAt(statement, "sent");
      const result = await answer;
      dieAt(statement, "answered");
      return result;
    },
  });
}
