import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { buildSites } from "../../scripts/sites.mjs";

const PAGES = 40;
const shop = await openTestShop();
const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-memory-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

it("releases a page from memory when it was sent", async () => {
  await buildSites();
  const input = { connection: shop.connection, now: shop.clock.now(), pages: PAGES };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--expose-gc", join(import.meta.dirname, "page-memory-process.ts"), JSON.stringify(input)],
    { env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir } },
  );
  const { requests, kept, errors } = JSON.parse(stdout) as { requests: number; kept: number; errors: string[] };
  expect({ requests, errors }).toEqual({ requests: PAGES, errors: [] });
  // The last ones may still be referred to.
  expect(kept).toBeLessThan(PAGES / 4);
}, 120_000);
