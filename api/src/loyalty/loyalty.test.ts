import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { createCommandRunner } from "../../test/run-command.ts";
import { createTestCustomer } from "../account/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { updateSetting } from "../platform/settings/settings.ts";
import { grantTestPoints } from "./fixtures.ts";
import { commands } from "./commands.ts";
import { expireAllPoints } from "./jobs.ts";
import { calculateEarnedPoints } from "./earned-points.ts";
import { grantPoints, calculateRefundablePoints } from "./ledger.ts";
import { validityDays } from "./settings.ts";

const shop = await openTestShop();
const DAY_MS = 86_400_000;
const getAccount = (token: string) => shop.request("GET", "/v1/user/bonus", { token });

describe("GET /v1/user/bonus", () => {
  it("returns the balance and every entry, newest first, with the balance after it and what expires next", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    await grantTestPoints(shop.db, id, 200, new Date("2026-01-10T00:00:00Z"));
    await grantTestPoints(shop.db, id, 50, new Date("2026-11-19T00:00:00Z"));
    const { status, body } = await getAccount(token);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      balance: 250,
      items: [
        {
          ...{ date: "2026-11-19T00:00:00.000Z", amount: 50, kind: "granted", reason: "Подарок", balance: 250 },
          expires_at: "2027-11-19T00:00:00.000Z",
        },
        {
          ...{ date: "2026-01-10T00:00:00.000Z", amount: 200, kind: "granted", reason: "Подарок", balance: 200 },
          expires_at: "2027-01-10T00:00:00.000Z",
        },
      ],
      ends_next: { amount: 200, at: "2027-01-10T00:00:00.000Z" },
      coming: [],
      rules: { earn_percent: 3, pay_percent: 30, life_days: 365 },
    });
  });

  it("is empty without entries, shows the customer's own entries only, requires a login, and is not part of the English store", async () => {
    const { token } = await createTestCustomer(shop.db);
    const otherCustomer = await createTestCustomer(shop.db);
    await grantTestPoints(shop.db, otherCustomer.id, 100);
    expect((await getAccount(token)).body.data).toMatchObject({ balance: 0, items: [], ends_next: null });
    expect((await shop.request("GET", "/v1/user/bonus")).status).toBe(401);
    const response = await shop.request("GET", "/v1/user/bonus", { token, locale: "en-US" });
    expect([response.status, response.body.code]).toEqual([404, "bonus_not_offered"]);
  });
});

describe("expiring points", () => {
  it("cannot be spent from the exact time on, and are written off once by concurrent jobs", async () => {
    const { id, token } = await createTestCustomer(shop.db);
    const now = shop.clock.now();
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await grantTestPoints(shop.db, id, 30, daysAgo(365));
    await grantTestPoints(shop.db, id, 70, new Date(daysAgo(365).getTime() + 1));
    expect((await getAccount(token)).body.data.balance).toBe(70);
    const counts = await Promise.all([1, 2, 3].map(() => expireAllPoints(shop.app)));
    expect(Math.max(...counts)).toBe(1);
    expect(await expireAllPoints(shop.app)).toBe(0);
    const { balance, items } = (await getAccount(token)).body.data;
    expect([balance, items.map((one) => [one.kind, one.amount])]).toEqual([
      70,
      [
        ["expired", -30],
        ["granted", 70],
        ["granted", 30],
      ],
    ]);
  });

  it("expire after the validity period that was set when they were granted", async () => {
    const { id } = await createTestCustomer(shop.db);
    await updateSetting(shop.db, validityDays, 10);
    await grantTestPoints(shop.db, id, 30);
    const row = await shop.db.selectFrom("loyalty_entries").select("expires_at").executeTakeFirstOrThrow();
    expect(row.expires_at).toEqual(new Date("2026-11-30T09:00:00Z"));
  });
});

describe("the loyalty tables", () => {
  it("keep the balance and the ledger from becoming negative", async () => {
    const { id } = await createTestCustomer(shop.db);
    await grantTestPoints(shop.db, id, 30);
    await expect(shop.db.updateTable("loyalty_accounts").set({ balance: -1 }).execute()).rejects.toThrow(
      "balance_check",
    );
    const debit = withTransaction(shop.db, (tx) =>
      grantPoints(tx, { customerId: id, amount: -31, reason: "" }, shop.clock.now()),
    );
    await expect(debit).rejects.toThrow();
    expect((await shop.db.selectFrom("loyalty_entries").select("id").execute()).length).toBe(1);
  });
});

describe("points earned by an order", () => {
  const rub = { minorDigits: 2, rubPerUnit: "1.00000000" };
  const order = { locale: "ru-RU" as const, currency: rub, discount_minor: 0, loyalty_minor: 0 };

  it("are a share of the goods as paid, in whole points, calculated in rubles for every currency", () => {
    expect(calculateEarnedPoints({ ...order, products_minor: 1000_00 }, 3)).toBe(30);
    // 30.99 points are rounded down.
    expect(calculateEarnedPoints({ ...order, products_minor: 1033_00 }, 3)).toBe(30);
    expect(
      calculateEarnedPoints({ ...order, products_minor: 2000_00, discount_minor: 500_00, loyalty_minor: 500_00 }, 3),
    ).toBe(30);
    const yenOrder = { ...order, currency: { minorDigits: 0, rubPerUnit: "0.60000000" } };
    expect(calculateEarnedPoints({ ...yenOrder, products_minor: 10_000 }, 3)).toBe(180);
    expect(calculateEarnedPoints({ ...order, locale: "en-US", products_minor: 1000_00 }, 3)).toBe(0);
  });

  it("are returned in proportion to the refund, rounded down, and completely with a full refund", () => {
    const getRefundable = (refundedMinor: number) => calculateRefundablePoints(100, { refundedMinor, paidMinor: 3 });
    expect([0, 1, 2, 3, 4].map(getRefundable)).toEqual([0, 33, 66, 100, 100]);
    expect(calculateRefundablePoints(100, { refundedMinor: 0, paidMinor: 0 })).toBe(100);
  });
});

describe("bonus grant", () => {
  const grant = (args: Record<string, string>, options: Record<string, string>) =>
    createCommandRunner(shop, commands)("bonus grant", args, options);

  it("grants points with a reason that the customer sees", async () => {
    const { token } = await createTestCustomer(shop.db, { email: "anna@shop.test" });
    const { data, lines } = await grant({ EMAIL: " Anna@Shop.test", AMOUNT: "150" }, { reason: "За ожидание" });
    expect(data).toEqual({ email: "anna@shop.test", amount: 150, reason: "За ожидание", balance: 150 });
    expect(lines).toEqual(["anna@shop.test got 150 points and has 150 now."]);
    expect((await getAccount(token)).body.data.items[0]).toMatchObject({ amount: 150, reason: "За ожидание" });
  });

  it.each([
    [{ EMAIL: "nobody@shop.test", AMOUNT: "1" }, { reason: "x" }, "There is no customer"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "0" }, { reason: "x" }, "whole number from 1"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "-5" }, { reason: "x" }, "whole number from 1"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "1e3" }, { reason: "x" }, "whole number from 1"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "1" }, {}, "--reason takes a text"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "1" }, { reason: " " }, "--reason takes a text"],
  ])("refuses %j %j and changes nothing", async (args, options, message) => {
    await createTestCustomer(shop.db, { email: "anna@shop.test" });
    await expect(grant(args, options as Record<string, string>)).rejects.toThrow(message);
    expect((await shop.db.selectFrom("loyalty_entries").select("id").execute()).length).toBe(0);
  });
});
