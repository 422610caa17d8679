import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { testCards } from "./simulated-shopper.ts";
import { getDatabaseUrl } from "./database-url.ts";
import { payDuringCrashes } from "./payment-crashes.ts";

const shop = await openTestShop();

it(
  "loses no money in 100 payments or more while API, gateway and worker are killed repeatedly",
  { timeout: 600_000 },
  async () => {
    const { connection, db } = shop;
    const databaseUrl = getDatabaseUrl(connection);
    const folder = mkdtempSync(join(tmpdir(), "furoshiki-payment-crashes-"));
    try {
      const { killCount, paymentCount, orders, inconsistencies, log } = await payDuringCrashes(
        { db, databaseUrl, folder },
        { payments: 100, minKills: 6, seed: 20_261_120 },
      );
      expect(inconsistencies).toEqual([]);
      expect(killCount).toBeGreaterThan(5);
      expect(paymentCount).toBeGreaterThanOrEqual(100);
      expect(orders.paid + orders.refunded + orders.cancelled).toBe(paymentCount);
      expect(orders.paid).toBeGreaterThan(20);
      for (const card of testCards) expect(log).not.toContain(card);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
