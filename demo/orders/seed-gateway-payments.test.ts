import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openPaymentTestShop } from "../../api/test/payment-shop.ts";
import { waitForBackgroundTasks } from "../../api/src/payments/background-tasks.ts";
import { getPaymentState, refundAmount } from "../../api/src/payments/fixtures.ts";
import { generateDemoShop } from "../generate.ts";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

const shop = await openPaymentTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-demo-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it("lets the gateway refund what is left of every demo payment", async () => {
  await generateDemoShop({
    db: shop.db,
    files: openFolderStorage(dataDir),
    products: 40,
    reviews: 40,
    now: shop.clock.now(),
  });
  const { rows: differences } = await shop.pool.query(`
    select p.id from payments p join payment_attempts a on a.payment_id = p.id and a.status = 'succeeded'
    left join sandbox_gateway.payments g on g.id::text = a.provider_ref and g.currency = p.currency
    where g.amount_minor is distinct from p.amount_minor or g.refunded_minor is distinct from (
      select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = p.id and r.status = 'succeeded')`);
  expect(differences).toEqual([]);

  const { rows } = await shop.pool.query<{ order_id: number }>(`
    select o.id as order_id from orders o join payments p on p.order_id = o.id
    where o.status = 'delivered' and exists (select from refunds r where r.payment_id = p.id and r.status = 'succeeded')
    order by o.id limit 1`);
  const orderId = rows[0]?.order_id ?? 0;
  await refundAmount(shop.app, { orderId, amountMinor: 100 });
  await waitForBackgroundTasks();
  await shop.settlePayments();
  const { refunds } = await getPaymentState(shop.db, orderId);
  expect(refunds.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
});
