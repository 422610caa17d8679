import { expect, it, vi } from "vitest";
import { openTestShop } from "../../../api/test/harness.ts";
import { isDemo } from "../../../api/src/content/settings.ts";
import type { Config } from "../../../api/src/platform/config.ts";
import { updateSetting } from "../../../api/src/platform/settings/settings.ts";
import { checkPaymentProviders, getAdminInstructions, loadDemoDataIfEmpty } from "./demo-data.ts";

const shop = await openTestShop();
const PUBLIC_CONFIG = { publicUrl: "https://shop.example" };
const OWN_SERVER_CONFIG = { databaseUrl: "postgresql://db.example/shop" };

const loadDemoData = async (config: Partial<Config>) => {
  const printLine = vi.fn<(line: string) => void>();
  const size = { products: 40, reviews: 100 };
  await loadDemoDataIfEmpty({ ...shop.app, config: { ...shop.app.config, ...config } }, printLine, size);
  return printLine.mock.calls.length > 0;
};
const countProducts = async () => (await shop.db.selectFrom("products").select("id").execute()).length;

it("does not fill a database server without DEMO, and requires DEMO if the URL is public", async () => {
  expect(await loadDemoData(OWN_SERVER_CONFIG)).toBe(false);
  expect(await loadDemoData({ demo: false })).toBe(false);
  await expect(loadDemoData(PUBLIC_CONFIG)).rejects.toThrow(
    "set DEMO=0 for an empty shop, or DEMO=1 for the demonstration",
  );
  expect(await loadDemoData({ ...PUBLIC_CONFIG, ...OWN_SERVER_CONFIG })).toBe(false);
  expect(await countProducts()).toBe(0);
});

it("fills any empty database with DEMO=1", async () => {
  expect(await loadDemoData({ ...PUBLIC_CONFIG, ...OWN_SERVER_CONFIG, demo: true })).toBe(true);
  expect(await countProducts()).toBe(40);
});

it("does not open a public store with the demo customer's known password unless DEMO=1", async () => {
  await updateSetting(shop.db, isDemo, true);
  for (const demo of [undefined, false])
    await expect(loadDemoData({ ...PUBLIC_CONFIG, ...OWN_SERVER_CONFIG, demo })).rejects.toThrow(
      "contains the demonstration shop",
    );
  expect(await loadDemoData(OWN_SERVER_CONFIG)).toBe(false);
});

it("accepts sandbox payments on a public URL only if PAYMENT_PROVIDERS names the sandbox", () => {
  const check = (config: Partial<Config>) => () => checkPaymentProviders({ ...shop.app.config, ...config });
  for (const role of ["all", "api", "web"] as const)
    expect(check({ ...PUBLIC_CONFIG, role })).toThrow("PAYMENT_PROVIDERS is not set");
  expect(check({ ...PUBLIC_CONFIG, hasExplicitPaymentProviders: true })).not.toThrow();
  expect(check({ publicUrl: "http://127.0.0.1:3000" })).not.toThrow();
  expect(check({ ...PUBLIC_CONFIG, role: "worker" })).not.toThrow();
});

it("prints a link to the back office in a demonstration, and how to invite the owner of a shop", async () => {
  const getLines = async (config: Partial<Config> = {}) =>
    (await getAdminInstructions({ ...shop.app, config: { ...shop.app.config, ...config } })).join("\n");
  const invitation = "staff invite EMAIL --role owner";
  expect(await getLines()).toContain(invitation);
  expect(await getLines({ ownerEmail: "owner@example.test" })).toMatch(
    /first owner {5}http:\/\/shop\.test\/admin\/invitations\/[\w-]{20,}/,
  );
  expect(await getLines({ ownerEmail: "owner@example.test" })).toContain("owner@example.test was invited by email");
  await updateSetting(shop.db, isDemo, true);
  for (const config of [PUBLIC_CONFIG, OWN_SERVER_CONFIG, { demo: false }])
    expect(await getLines(config)).toContain(invitation);
  expect(await getLines({ adminUrl: undefined })).toBe("");
  expect(await getLines({ role: "web" })).toBe("");
  expect(await getLines()).toMatch(/sign in once {4}http:\/\/shop\.test\/admin\/demo-sign-in\/[\w-]{43}/);
  await updateSetting(shop.db, isDemo, false);
  expect(await getLines()).toBe("  back office     http://shop.test/admin");
});
