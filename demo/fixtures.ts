import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll } from "vitest";
import { openTestShop, type TestShopOptions } from "../api/test/harness.ts";
import { type DemoStats, type GenerateOptions, generateDemoShop } from "./generate.ts";
import { openFolderStorage } from "../api/src/platform/file-storage/folder-storage.ts";

/** Today, because the database decides by its own clock whether a sale has ended. */
export const NOW = new Date(new Date().setUTCHours(0, 0, 0, 0));

/** Opens a store for tests of the demo data, with a function that generates a small demo shop in it. */
export async function openDemoTestShop(options: TestShopOptions = {}) {
  const shop = await openTestShop(options);
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-demo-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const generate = (overrides: Partial<GenerateOptions> = {}): Promise<DemoStats> =>
    generateDemoShop({
      db: shop.db,
      files: openFolderStorage(dataDir),
      products: 90,
      reviews: 400,
      seed: 1,
      now: NOW,
      ...overrides,
    });
  const queryRows = async <T = Record<string, unknown>>(query: string): Promise<T[]> =>
    (await sql.raw<T>(query).execute(shop.db)).rows;
  const countRows = async (source: string): Promise<number> =>
    Number((await queryRows(`select count(*) as n from ${source}`))[0]?.["n"]);
  return { shop, dataDir, generate, queryRows, countRows };
}
