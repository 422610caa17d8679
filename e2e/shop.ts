import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBuiltShop } from "./built-shop.ts";

/** One built shop for all stories, on a port and in a folder of its own. */
export default async function openShop(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-stories-data-"));
  const shop = await startBuiltShop(dataDir);
  process.env["SHOP_URL"] = shop.origin;
  process.env["SHOP_DATA"] = dataDir;
  return async () => {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
