import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestStorefront } from "./storefront.ts";

/** Starts one built store for all tests, on its own port and data directory. Returns a function that stops it. */
export default async function startSharedStorefront(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-e2e-"));
  const storefront = await startTestStorefront(dataDir);
  process.env["SHOP_URL"] = storefront.origin;
  process.env["SHOP_DATA"] = dataDir;
  return async () => {
    await storefront.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
