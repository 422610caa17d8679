import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import { buildAdminApi } from "../src/admin-app.ts";
import { createPaidOrder } from "../src/checkout/fixtures.ts";
import type { RootDb } from "../src/platform/db/database.ts";
import type { PageBindings } from "../src/staff/admin-endpoint.ts";
import { createTestStaff, createTestStaffSession } from "../src/staff/fixtures.ts";
import { openPaymentTestShop } from "./payment-shop.ts";

/** Those that load its data, besides the lookup of the session. */
const MAX_STATEMENTS = 8;

const shop = await openPaymentTestShop();
let statementCount = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statementCount += 1;
    return result;
  },
};
const api = buildAdminApi({ ...shop.app, db: shop.db.withPlugin(counter) as RootDb });

/** Lists the paths that the page of an order loads whenever it is opened. */
function listLoadedPaths(id: number): string[] {
  const source = readFileSync(join(import.meta.dirname, "../../admin/app/routes/order.page.tsx"), "utf8");
  return [...source.matchAll(/\bload(?:<[\w[\]| ]+>)?\(\s*`([^`]+)`/g)]
    .map(([, path = ""]) => path.replaceAll("${id}", String(id)).replaceAll("${params}", "view=to_pack&sort=due_asc"))
    .filter((path) => !path.includes("${"));
}

it(`loads the page of an order with at most ${MAX_STATEMENTS} statements and one for the session`, async () => {
  const { order } = await createPaidOrder(shop);
  const { id } = await createTestStaff(shop.app);
  const cookie = await createTestStaffSession(shop.app, id);
  const paths = listLoadedPaths(order.id);
  expect(paths.length).toBeGreaterThanOrEqual(7);
  const load = async (bindings: PageBindings) =>
    Promise.all(
      paths.map(async (path) => {
        const request = new Request(`http://shop.test/v1/admin/${path}`, { headers: { cookie } });
        const { status } = await api.fetch(request, bindings);
        return [path, status];
      }),
    );
  // Fills the caches.
  await load({ page: {} });
  statementCount = 0;
  expect(await load({ page: {} })).toEqual(paths.map((path) => [path, 200]));
  expect(statementCount).toBeLessThanOrEqual(MAX_STATEMENTS + 1);
});

it("looks up the session again after the reads that shared it", async () => {
  const { id } = await createTestStaff(shop.app);
  const cookie = await createTestStaffSession(shop.app, id);
  const bindings: PageBindings = { page: {} };
  const getStatus = async () =>
    (await api.fetch(new Request("http://shop.test/v1/admin/orders/views", { headers: { cookie } }), bindings)).status;
  expect(await Promise.all([getStatus(), getStatus()])).toEqual([200, 200]);
  await shop.db.deleteFrom("staff_sessions").execute();
  expect(await getStatus()).toBe(401);
});
