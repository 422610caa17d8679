import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import { isInstalled, postgresServers } from "../../scripts/postgres-servers.mjs";
import { urlOf } from "../test/database-url.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { openHouse } from "./house.ts";
import { type EmbeddedPostgres, startPostgres } from "./postgres.ts";
import { programsIn } from "./postgres-process.ts";

const running: EmbeddedPostgres[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const { stop } of running) await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The version that comes with the packages is what all other tests run on. */
for (const server of postgresServers()) {
  const title = `takes every migration and opens on ${server.name}`;
  if (!isInstalled(server)) it.skip(`${title} (not installed: npm run test:postgres installs it)`, () => undefined);
  else
    it(title, { timeout: 120_000 }, async () => {
      const folder = mkdtempSync(join(tmpdir(), "furoshiki-version-"));
      folders.push(folder);
      const postgres = await startPostgres(folder, { isDurable: false, programs: programsIn(server.bin) });
      running.push(postgres);
      const config = readConfig({ DATABASE_URL: urlOf(postgres.connection), DATA_DIR: join(folder, "shop") });
      expect((await migrateDatabase(config)).length).toBeGreaterThan(40);
      const { house, isReady, applied, close } = await openHouse(config);
      expect({ applied, ready: await isReady() }).toEqual({ applied: [], ready: true });
      expect(await house.db.selectFrom("countries").select("code").executeTakeFirst()).toBeDefined();
      await close();
    });
}
