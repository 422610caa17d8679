import { expect, it, vi } from "vitest";
import { openTestShop } from "../../api/test/harness.ts";
import { isDemo } from "../../api/src/content/settings.ts";
import type { Config } from "../../api/src/platform/config.ts";
import { changeSetting } from "../../api/src/platform/settings.ts";
import { checkPayments, fillWhenEmpty } from "./demo.ts";

const shop = await openTestShop();
const PUBLIC = { publicUrl: "https://shop.example" };
const OWN_SERVER = { databaseUrl: "postgresql://db.example/shop" };

const fill = async (config: Partial<Config>) => {
  const tell = vi.fn<(line: string) => void>();
  await fillWhenEmpty({ ...shop.house, config: { ...shop.house.config, ...config } }, tell);
  return tell.mock.calls.length > 0;
};
const countProducts = async () => (await shop.db.selectFrom("products").select("id").execute()).length;

it("fills no database server that nobody asked to fill, and asks for DEMO when the address is public", async () => {
  expect(await fill(OWN_SERVER)).toBe(false);
  expect(await fill({ demo: false })).toBe(false);
  await expect(fill(PUBLIC)).rejects.toThrow("set DEMO=0 for an empty shop, or DEMO=1 for the demonstration");
  expect(await fill({ ...PUBLIC, ...OWN_SERVER })).toBe(false);
  expect(await countProducts()).toBe(0);
});

it("fills any empty database with DEMO=1", { timeout: 120_000 }, async () => {
  expect(await fill({ ...PUBLIC, ...OWN_SERVER, demo: true })).toBe(true);
  expect(await countProducts()).toBeGreaterThan(100);
});

it("opens no public shop with the known customer of the demonstration unless DEMO=1 says so", async () => {
  await changeSetting(shop.db, isDemo, true);
  for (const demo of [undefined, false])
    await expect(fill({ ...PUBLIC, ...OWN_SERVER, demo })).rejects.toThrow("holds the demonstration shop");
  expect(await fill(OWN_SERVER)).toBe(false);
});

it("takes play money at a public address only when PAYMENT_PROVIDERS names it", () => {
  const check = (config: Partial<Config>) => () => checkPayments({ ...shop.house.config, ...config });
  for (const role of ["all", "api", "web"] as const)
    expect(check({ ...PUBLIC, role })).toThrow("PAYMENT_PROVIDERS is not set");
  expect(check({ ...PUBLIC, paymentProvidersAreSet: true })).not.toThrow();
  expect(check({ publicUrl: "http://127.0.0.1:3000" })).not.toThrow();
  expect(check({ ...PUBLIC, role: "worker" })).not.toThrow();
});
