import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../api/src/platform/config.ts";
import { isInstalled, listPostgresServers } from "../../../scripts/postgres-servers.mjs";
import { getDatabaseUrl } from "../../test/database-url.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { openAppContext } from "../app-context.ts";
import { type EmbeddedPostgres, startPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { getProgramsIn } from "../embedded-postgres/postgres-process.ts";

const running: EmbeddedPostgres[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const { stop } of running) await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// All other tests run on the version of the npm package.
describe.each(listPostgresServers())("$name (npm run test:postgres installs it if missing)", (server) => {
  it.skipIf(!isInstalled(server))("applies every migration and opens", { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "furoshiki-version-"));
    folders.push(folder);
    const postgres = await startPostgres(folder, { isDurable: false, programs: getProgramsIn(server.bin) });
    running.push(postgres);
    const config = readConfig({ DATABASE_URL: getDatabaseUrl(postgres.connection), DATA_DIR: join(folder, "shop") });
    expect((await migrateDatabase(config)).length).toBeGreaterThan(20);
    const { app, isReady, applied, close } = await openAppContext(config);
    expect({ applied, ready: await isReady() }).toEqual({ applied: [], ready: true });
    expect(await app.db.selectFrom("countries").select("code").executeTakeFirst()).toBeDefined();
    await close();
  });
});
