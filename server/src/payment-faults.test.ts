import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { testCards } from "../test/paying-through.ts";
import { urlOf } from "../test/database-url.ts";
import { payThroughFaults } from "../test/payment-faults.ts";

const shop = await openTestShop();

it(
  "no kopeck is stranded in 100 payments while shop, gateway and worker are killed over and over",
  { timeout: 300_000 },
  async () => {
    const { connection, db } = shop;
    const databaseUrl = urlOf(connection);
    const folder = mkdtempSync(join(tmpdir(), "furoshiki-faults-"));
    try {
      const { killed, orders, wrong, log } = await payThroughFaults(
        { db, databaseUrl, folder },
        { payments: 100, seed: 20_261_120 },
      );
      expect(wrong).toEqual([]);
      expect(killed).toBeGreaterThan(5);
      expect(orders.paid + orders.refunded + orders.cancelled).toBe(100);
      expect(orders.paid).toBeGreaterThan(20);
      for (const card of testCards) expect(log).not.toContain(card);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
