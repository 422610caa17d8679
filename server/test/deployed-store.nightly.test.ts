import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestCustomer } from "../../api/src/account/fixtures.ts";
import { openDb } from "../../api/src/platform/db/connection-pool.ts";
import type { RootDb } from "../../api/src/platform/db/database.ts";
import { isValkeyInstalled, SKIP_NOTE } from "../../api/test/valkey-server.ts";
import { migrate, readMigrations } from "../../api/src/platform/db/migrate.ts";
import { auditStore, findStoredOrders, waitForEmails } from "./audit-store.ts";
import { createShoppers, prepareProducts } from "./checkout-products.ts";
import { type DeployedStore, startDeployedStore } from "./deployed-store.ts";
import { NGINX_PATH } from "./nginx.ts";
import { settlePayments } from "./payment-crashes.ts";
import { PGBOUNCER_PATH } from "./pgbouncer.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { type LoadTarget, serveDuring } from "./shopping-load.ts";

const POSTGRES_FOLDER = "/usr/lib/postgresql";
const SHOPPER_COUNT = 3;

/** Returns the folder of Debian's newest PostgreSQL; undefined if none is installed. */
function findPostgres(): string | undefined {
  const majors = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER).toSorted().toReversed() : [];
  return majors.map((major) => join(POSTGRES_FOLDER, major, "bin")).find((bin) => existsSync(join(bin, "postgres")));
}

const postgresFolder = findPostgres();
const isInstalled = postgresFolder !== undefined && existsSync(PGBOUNCER_PATH) && existsSync(NGINX_PATH);

describe.skipIf(!isInstalled)(
  "a store on several machines (skipped without Debian's postgresql, pgbouncer and nginx)",
  () => {
    let store: DeployedStore;
    let db: RootDb;
    let target: LoadTarget;
    const orders: number[] = [];

    beforeAll(async () => {
      store = await startDeployedStore(postgresFolder ?? "");
      setDefaultCACertificates([...getCACertificates(), store.certificate]);
      ({ db } = openDb({ connectionString: store.postgres.primary.url }, () => undefined, 4));
      const { origin, gateway } = store;
      const productIds = await prepareProducts(db);
      const tokens = await createShoppers(db, SHOPPER_COUNT, async () =>
        createTestCustomer(db, { email: `${randomUUID()}@example.test`, signedInAt: new Date() }),
      );
      target = { origin, gateway, db, productIds, tokens, random: createSeededRandom(1) };
    }, 600_000);
    afterAll(async () => {
      await db?.destroy();
      await store?.close();
    }, 120_000);

    const serve = async (work: () => Promise<void>) => {
      const served = await serveDuring(target, work);
      orders.push(...served.orders);
      return served;
    };

    const replaceAllProcesses = async () => {
      for (const process of Object.values(store.processes)) {
        await process.stop();
        await process.start();
      }
    };

    it("replaces every process without a failed request", { timeout: 600_000 }, async () => {
      const { failures, pages, orders: placed } = await serve(replaceAllProcesses);
      expect(failures).toEqual([]);
      expect(pages).toBeGreaterThan(20);
      expect(placed.length).toBeGreaterThan(0);
    });

    it("expands the tables, then replaces every process, without a failed request", { timeout: 600_000 }, async () => {
      const connection = { connectionString: store.postgres.primary.url };
      const migrations = readMigrations(join(import.meta.dirname, "../../api/migrations"));
      const expansion = {
        ...{ name: "9999_expansion.sql", checksum: "expansion", isBreaking: false },
        sql: "-- additive: a column with a default\nalter table products add column expansion text not null default 'none';",
      };
      const { failures, orders: placed } = await serve(async () => {
        expect(await migrate(connection, [...migrations, expansion], "migrations")).toEqual([expansion.name]);
        await replaceAllProcesses();
      });
      expect(failures).toEqual([]);
      expect(placed.length).toBeGreaterThan(0);
    });

    it("serves while the replica is behind, is killed and comes back", { timeout: 600_000 }, async () => {
      const { replica } = store.postgres;
      const countUses = () => store.readLog().split("the replica of the database is used").length;
      const { failures } = await serve(async () => {
        await replica.query("select pg_wal_replay_pause()");
        await vi.waitUntil(() => store.readLog().includes("not used: it is more than 5 seconds behind"), {
          timeout: 60_000,
        });
        const uses = countUses();
        await replica.query("select pg_wal_replay_resume()");
        await vi.waitUntil(() => countUses() > uses, { timeout: 60_000 });
        await replica.kill();
        await vi.waitUntil(() => store.readLog().includes("not used: it cannot be reached"), { timeout: 60_000 });
        const usesBefore = countUses();
        await replica.start();
        await vi.waitUntil(() => countUses() > usesBefore, { timeout: 60_000 });
      });
      expect(failures).toEqual([]);
    });

    it.skipIf(!isValkeyInstalled)(
      `serves while Valkey hangs, is gone and comes back empty ${SKIP_NOTE}`,
      { timeout: 600_000 },
      async () => {
        const { failures } = await serve(async () => {
          await store.valkey?.signal("SIGSTOP");
          await sleep(5000);
          await store.valkey?.signal("SIGKILL");
          await sleep(5000);
          await store.valkey?.restart();
          await sleep(5000);
        });
        expect(failures).toEqual([]);
      },
    );

    it("answers 503 at most while the pooler is restarted, and recovers by itself", { timeout: 600_000 }, async () => {
      const { failures } = await serve(async () => {
        await sleep(2000);
        await store.pooler.stop();
        await sleep(1000);
        await store.pooler.start();
        await sleep(3000);
      });
      expect(failures.filter((failure) => !failure.startsWith("503 "))).toEqual([]);
      expect((await serve(async () => sleep(5000))).failures).toEqual([]);
    });

    it("has every confirmed order, has sent every email, and agrees with itself", { timeout: 600_000 }, async () => {
      await settlePayments({ db, databaseUrl: store.postgres.primary.url, env: store.env });
      expect(await waitForEmails(db)).toBe(0);
      expect((await findStoredOrders(db, orders)).length).toBe(new Set(orders).size);
      const { checkCount, differences, output } = await auditStore(store.env);
      if (differences.length > 0) console.error(output);
      expect(differences).toEqual([]);
      expect(checkCount).toBeGreaterThan(10);
    });
  },
);
