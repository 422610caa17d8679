import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { refreshVocabulary } from "../../api/src/search/sql.ts";
import { clearAllCaches } from "../../api/src/platform/cache/cache.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { generateDemoShop } from "../generate.ts";
import { evaluateSearch } from "./evaluate-search.ts";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

/** The share of the queries of a language that must find what they should. */
const MIN_PASSED = 0.98;

const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-demo-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it("finds what everyday queries of both languages mean", async () => {
  await generateDemoShop({
    db: shop.db,
    files: openFolderStorage(dataDir),
    products: 600,
    reviews: 600,
    seed: 1,
    now: shop.clock.now(),
  });
  await refreshVocabulary(shop.db);
  clearAllCaches();
  const qualities = await evaluateSearch(async (path, locale) => {
    const { status, body } = await shop.request("GET", path, { locale });
    expect([path, status]).toEqual([path, 200]);
    return body.data;
  });
  for (const { queries, failures } of qualities) {
    expect(queries).toBeGreaterThanOrEqual(400);
    expect(failures.slice(Math.floor(queries * (1 - MIN_PASSED)))).toEqual([]);
  }
}, 1_200_000);
