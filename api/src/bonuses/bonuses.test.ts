import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { withTransaction } from "../platform/db.ts";
import { changeSetting } from "../platform/settings.ts";
import { someBonuses } from "./fixtures.ts";
import { commands } from "./commands.ts";
import { expireAll } from "./jobs.ts";
import { earnedBy, grantBonuses, returnable } from "./service.ts";
import { lifeDays } from "./settings.ts";

const shop = await openTestShop();
const DAY_MS = 86_400_000;
const account = (token: string) => shop.ask("GET", "/v1/user/bonus", { token });

describe("GET /v1/user/bonus", () => {
  it("shows the balance and every entry, the newest first, with what stood afterwards and what ends next", async () => {
    const { id, token } = await aCustomer(shop.db);
    await someBonuses(shop.db, id, 200, new Date("2026-01-10T00:00:00Z"));
    await someBonuses(shop.db, id, 50, new Date("2026-11-19T00:00:00Z"));
    const { status, body } = await account(token);
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

  it("is empty for who has none, shows nobody else's, needs a login, and is no part of the English shop", async () => {
    const { token } = await aCustomer(shop.db);
    const other = await aCustomer(shop.db);
    await someBonuses(shop.db, other.id, 100);
    expect((await account(token)).body.data).toMatchObject({ balance: 0, items: [], ends_next: null });
    expect((await shop.ask("GET", "/v1/user/bonus")).status).toBe(401);
    const english = await shop.ask("GET", "/v1/user/bonus", { token, locale: "en-US" });
    expect([english.status, english.body.code]).toEqual([404, "bonus_not_offered"]);
  });
});

describe("bonuses that end", () => {
  it("are gone to the moment, before the job and after it, oldest first, once however often it runs", async () => {
    const { id, token } = await aCustomer(shop.db);
    const now = shop.clock.now();
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await someBonuses(shop.db, id, 30, ago(365));
    await someBonuses(shop.db, id, 70, new Date(ago(365).getTime() + 1));
    expect((await account(token)).body.data.balance).toBe(70);
    const done = await Promise.all([1, 2, 3].map(() => expireAll(shop.house)));
    expect(Math.max(...done)).toBe(1);
    expect(await expireAll(shop.house)).toBe(0);
    const { balance, items } = (await account(token)).body.data;
    expect([balance, items.map((one) => [one.kind, one.amount])]).toEqual([
      70,
      [
        ["expired", -30],
        ["granted", 70],
        ["granted", 30],
      ],
    ]);
  });

  it("live as long as the setting says when they are given", async () => {
    const { id } = await aCustomer(shop.db);
    await changeSetting(shop.db, lifeDays, 10);
    await someBonuses(shop.db, id, 30);
    const row = await shop.db.selectFrom("bonus_entries").select("expires_at").executeTakeFirstOrThrow();
    expect(row.expires_at).toEqual(new Date("2026-11-30T09:00:00Z"));
  });
});

describe("the database", () => {
  it("keeps an account from going below zero, and so does the ledger", async () => {
    const { id } = await aCustomer(shop.db);
    await someBonuses(shop.db, id, 30);
    await expect(shop.db.updateTable("bonus_accounts").set({ balance: -1 }).execute()).rejects.toThrow("balance_check");
    const taking = withTransaction(shop.db, (tx) =>
      grantBonuses(tx, { customerId: id, amount: -31, reason: "" }, shop.clock.now()),
    );
    await expect(taking).rejects.toThrow();
    expect((await shop.db.selectFrom("bonus_entries").select("id").execute()).length).toBe(1);
  });
});

describe("what an order brings", () => {
  const rub = { minorDigits: 2, rubPerUnit: "1.00000000" };
  const order = { locale: "ru-RU" as const, currency: rub, discount_minor: 0, bonus_minor: 0 };

  it("is a share of the goods as paid, in whole bonuses, in roubles whatever the currency", () => {
    expect(earnedBy({ ...order, products_minor: 1000_00 }, 3)).toBe(30);
    expect(earnedBy({ ...order, products_minor: 1033_00 }, 3)).toBe(30);
    expect(earnedBy({ ...order, products_minor: 2000_00, discount_minor: 500_00, bonus_minor: 500_00 }, 3)).toBe(30);
    const yen = { ...order, currency: { minorDigits: 0, rubPerUnit: "0.60000000" } };
    expect(earnedBy({ ...yen, products_minor: 10_000 }, 3)).toBe(180);
    expect(earnedBy({ ...order, locale: "en-US", products_minor: 1000_00 }, 3)).toBe(0);
  });

  it("comes back in proportion to the money that goes back, rounded down, and whole with all of it", () => {
    const part = (backMinor: number) => returnable(100, { backMinor, ofMinor: 3 });
    expect([0, 1, 2, 3, 4].map(part)).toEqual([0, 33, 66, 100, 100]);
    expect(returnable(100, { backMinor: 0, ofMinor: 0 })).toBe(100);
  });
});

describe("bonus grant", () => {
  async function run(given: Record<string, string>, options: Record<string, string> = {}) {
    const command = commands.find((one) => one.name === "bonus grant");
    if (!command) throw new Error("no such command");
    const { signal } = new AbortController();
    return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
  }

  it("gives bonuses with a reason that the customer reads", async () => {
    const { token } = await aCustomer(shop.db, { email: "anna@shop.test" });
    const { data, lines } = await run({ EMAIL: " Anna@Shop.test", AMOUNT: "150" }, { reason: "За ожидание" });
    expect(data).toEqual({ email: "anna@shop.test", amount: 150, reason: "За ожидание", balance: 150 });
    expect(lines).toEqual(["anna@shop.test was given 150 bonuses and has 150 now."]);
    expect((await account(token)).body.data.items[0]).toMatchObject({ amount: 150, reason: "За ожидание" });
  });

  it.each([
    [{ EMAIL: "nobody@shop.test", AMOUNT: "1" }, { reason: "x" }, "There is no customer"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "0" }, { reason: "x" }, "whole number from 1"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "-5" }, { reason: "x" }, "whole number from 1"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "1e3" }, { reason: "x" }, "whole number from 1"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "1" }, {}, "--reason takes a text"],
    [{ EMAIL: "anna@shop.test", AMOUNT: "1" }, { reason: " " }, "--reason takes a text"],
  ])("refuses %j %j and changes nothing", async (given, options, complaint) => {
    await aCustomer(shop.db, { email: "anna@shop.test" });
    await expect(run(given, options as Record<string, string>)).rejects.toThrow(complaint);
    expect((await shop.db.selectFrom("bonus_entries").select("id").execute()).length).toBe(0);
  });
});
