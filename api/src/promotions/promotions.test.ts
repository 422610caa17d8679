import { describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { aCustomer } from "../account/fixtures.ts";
import { aCategory, aProduct } from "../catalogue/fixtures.ts";
import { CommandError } from "../platform/commands.ts";
import { issueCertificate } from "./certificates.ts";
import { readCode } from "./codes.ts";
import { commands } from "./commands.ts";
import { aPromo, aTier } from "./fixtures.ts";

const shop = await openTestShop();

async function run(
  name: string,
  given: Record<string, string> = {},
  options: Record<string, string | boolean> = {},
): Promise<{ data: unknown; lines: readonly string[] }> {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}

describe("GET /v1/user/promo", () => {
  it("shows his own codes first, running ones of everybody, and none that is another's, hidden or not begun", async () => {
    const { id, token } = await aCustomer(shop.db);
    const other = await aCustomer(shop.db);
    const category = await aCategory(shop.db);
    await aPromo(shop.db, { code: "FUYU10", categories: [category.id], min_sum_minor: 920_00 });
    await aPromo(shop.db, { code: "OWN", kind: "fixed", amount_minor: 300_00, customer_id: id });
    await aPromo(shop.db, { code: "ANOTHERS", customer_id: other.id });
    await aPromo(shop.db, { code: "FRIENDS", listed: false });
    await aPromo(shop.db, { code: "LATER", starts_at: new Date("2027-01-01T00:00:00Z") });
    await aPromo(shop.db, { code: "OFF", active: false });
    await aPromo(shop.db, { code: "OWN-OLD", customer_id: id, ends_at: new Date("2026-11-01T00:00:00Z") });
    const { status, body } = await shop.ask("GET", "/v1/user/promo", { token, locale: "en-US", currency: "USD" });
    expect(status).toBe(200);
    expect(body.data.items.map((one) => [one.code, one.state, one.personal])).toEqual([
      ["OWN", "active", true],
      ["FUYU10", "active", false],
      ["OWN-OLD", "expired", true],
    ]);
    expect(body.data.items[1]).toMatchObject({
      ...{ kind: "percent", percent: 10, min_sum: 10.3, iso_code: "USD", sign: "$" },
      categories: [`Category ${category.id}`],
    });
    expect((await shop.ask("GET", "/v1/user/promo")).status).toBe(401);
  });
});

describe("GET /v1/promotions", () => {
  it("shows what runs for everybody, to anybody", async () => {
    const { id } = await aCustomer(shop.db);
    const present = await aProduct(shop.db);
    await aTier(shop.db, { thresholdMinor: 7000_00, productIds: [present.id] });
    await aPromo(shop.db, { code: "OWN", customer_id: id });
    await aPromo(shop.db, { code: "EVERYBODYS" });
    await aPromo(shop.db, { code: "FRIENDS", listed: false });
    await aPromo(shop.db, { code: "OVER", ends_at: new Date("2026-11-20T09:00:00Z") });
    const { data } = (await shop.ask("GET", "/v1/promotions", { locale: "ru-RU" })).body;
    expect(data.items.map((one) => one.code)).toEqual(["EVERYBODYS"]);
    expect(data.items[0]).toMatchObject({ goods: [], products_count: 0 });
    expect(data.presents).toMatchObject([{ price: 7000, items: [{ id: present.id }] }]);
  });
});

describe("a code for some goods", () => {
  it("names its categories and the first of its products that are sold, with the ways there", async () => {
    const category = await aCategory(shop.db);
    const products = [];
    for (let at = 0; at < 5; at++) products.push(await aProduct(shop.db));
    const [hidden, ...sold] = products;
    await shop.db
      .updateTable("products")
      .set({ status: "hidden" })
      .where("id", "=", hidden?.id ?? 0)
      .execute();
    await aPromo(shop.db, { code: "SOME", categories: [category.id], products: products.map(({ id }) => id) });
    const { data } = (await shop.ask("GET", "/v1/promotions", { locale: "en-US" })).body;
    const [coupon] = data.items;
    expect([coupon?.products_count, coupon?.for_some_products]).toEqual([5, true]);
    expect(coupon?.goods.map(({ of }) => of)).toEqual(["category", "product", "product", "product"]);
    expect(coupon?.goods.slice(1).map(({ link_rewrite }) => link_rewrite)).toEqual(
      (
        await shop.db
          .selectFrom("products")
          .select("slug")
          .where(
            "id",
            "in",
            sold.slice(0, 3).map(({ id }) => id),
          )
          .orderBy("id")
          .execute()
      ).map(({ slug }) => slug),
    );
  });
});

describe("GET /v1/user/special-offers", () => {
  it("shows codes of his own that run, and presents above a sum", async () => {
    const { id, token } = await aCustomer(shop.db);
    const present = await aProduct(shop.db);
    await aTier(shop.db, { thresholdMinor: 7000_00, productIds: [present.id] });
    await aPromo(shop.db, { code: "OWN", customer_id: id });
    await aPromo(shop.db, { code: "EVERYBODYS" });
    const { status, body } = await shop.ask("GET", "/v1/user/special-offers", { token });
    expect(status).toBe(200);
    expect(body.data.items.map((one) => one.code)).toEqual(["OWN"]);
    expect(body.data.presents).toMatchObject([{ price: 7000, iso_code: "RUB", count: 1, items: [{ id: present.id }] }]);
    expect((await shop.ask("GET", "/v1/user/special-offers")).status).toBe(401);
  });
});

describe("issueCertificate", () => {
  it("makes a certificate of its own code, worth its amount, for a year unless told otherwise", async () => {
    const now = shop.clock.now();
    const made = await issueCertificate(shop.db, { amountMinor: 5000_00, recipient: "a@shop.test" }, now);
    expect(readCode(made.code)).toEqual({ of: "certificate", code: made.code });
    expect(made.expiresAt).toEqual(new Date("2027-11-20T09:00:00Z"));
    const row = await shop.db.selectFrom("gift_certificates").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ amount_minor: 5000_00, balance_minor: 5000_00, recipient: "a@shop.test" });
    const short = await issueCertificate(shop.db, { amountMinor: 1, days: 1 }, now);
    expect([short.expiresAt, short.code === made.code]).toEqual([new Date("2026-11-21T09:00:00Z"), false]);
  });
});

describe("promo create, list and disable", () => {
  it.each([
    ["ВЕСНА", "has Cyrillic letters (В, Е, С, Н, А). In Latin letters it is BECHA."],
    ["SPRING-Я", "has Cyrillic letters (Я). Codes are Latin"],
  ])("does not turn %s into Latin letters by itself", async (code, complaint) => {
    await expect(run("promo create", { CODE: code }, { percent: "10" })).rejects.toThrow(complaint);
    expect((await run("promo list")).data).toEqual([]);
  });

  it("make a code with every rule, show it, and end it", async () => {
    const product = await aProduct(shop.db);
    const { reference } = await shop.db.selectFrom("products").select("reference").executeTakeFirstOrThrow();
    const category = await aCategory(shop.db);
    await aCustomer(shop.db, { email: "anna@shop.test" });
    await run(
      "promo create",
      { CODE: "fuyu10" },
      {
        ...{ percent: "10", from: "2026-12-01", to: "2026-12-31", "min-sum": "1500,50", uses: "100", "uses-each": "1" },
        ...{ "first-order": true, customer: "Anna@shop.test", products: reference, categories: category.slug },
        unlisted: true,
      },
    );
    const row = await shop.db.selectFrom("promo_codes").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      ...{ code: "FUYU10", kind: "percent", percent: 10, min_sum_minor: 1500_50, max_uses: 100, max_uses_customer: 1 },
      ...{ first_order_only: true, listed: false, active: true },
      // The day is Moscow's, and the last one belongs to it.
      starts_at: new Date("2026-11-30T21:00:00Z"),
      ends_at: new Date("2026-12-31T21:00:00Z"),
    });
    const [only] = await shop.db.selectFrom("promo_code_products").selectAll().execute();
    expect(only).toEqual({ promo_code_id: row.id, product_id: product.id });
    expect((await run("promo list")).lines[1]).toMatch(/^FUYU10 +10 % +1500.5 +0 of 100 .*anna@shop.test +on$/);
    expect((await run("promo disable", { CODE: " fuyu10" })).data).toEqual({ code: "FUYU10", active: false });
    expect((await run("promo list")).data).toMatchObject([{ code: "FUYU10", active: false }]);
  });

  it("make codes of the other kinds", async () => {
    await aProduct(shop.db);
    const { reference } = await shop.db.selectFrom("products").select("reference").executeTakeFirstOrThrow();
    await run("promo create", { CODE: "MINUS500" }, { amount: "500" });
    await run("promo create", { CODE: "DELIVERY0" }, { "free-delivery": true });
    await run("promo create", { CODE: "PODAROK" }, { gift: reference });
    const gives = (await run("promo list")).lines.slice(1).map((line) => line.split(/ {2,}/)[1]);
    expect(gives).toEqual([`gift ${reference}`, "delivery", "500 RUB"]);
  });

  it.each<[Record<string, string>, Record<string, string | boolean>, string]>([
    [{ CODE: "AB" }, { percent: "10" }, "3 to 40"],
    [{ CODE: "JG-0000-0000-0000" }, { percent: "10" }, "not a certificate's form"],
    [{ CODE: "FUYU10" }, {}, "Say what the code gives"],
    [{ CODE: "FUYU10" }, { percent: "10", amount: "5" }, "Say what the code gives"],
    [{ CODE: "FUYU10" }, { percent: "91" }, "from 1 to 90"],
    [{ CODE: "FUYU10" }, { amount: "0" }, "roubles above 0"],
    [{ CODE: "FUYU10" }, { amount: "1.234" }, "roubles above 0"],
    [{ CODE: "FUYU10" }, { percent: "10", from: "tomorrow" }, "takes a day"],
    [{ CODE: "FUYU10" }, { percent: "10", to: "2026-02-31" }, "takes a day"],
    [{ CODE: "FUYU10" }, { percent: "10", from: "2026-12-02", to: "2026-12-01" }, "--to is before --from"],
    [{ CODE: "FUYU10" }, { percent: "10", customer: "nobody@shop.test" }, "There is no customer"],
    [{ CODE: "FUYU10" }, { percent: "10", products: "REF-X,REF-Y" }, "Unknown in --products: REF-X, REF-Y"],
    [{ CODE: "FUYU10" }, { percent: "10", categories: "nowhere" }, "Unknown in --categories: nowhere"],
    [{ CODE: "FUYU10" }, { gift: "REF-X" }, "There is no product REF-X on sale"],
    [{ CODE: "TAKEN" }, { percent: "10" }, "There is a code TAKEN already"],
  ])("refuses %j %j and changes nothing", async (given, options, complaint) => {
    await aPromo(shop.db, { code: "TAKEN" });
    await expect(run("promo create", given, options)).rejects.toThrow(CommandError);
    await expect(run("promo create", given, options)).rejects.toThrow(complaint);
    expect((await shop.db.selectFrom("promo_codes").select("code").execute()).length).toBe(1);
  });

  it("cannot end a code that is not there", async () => {
    await expect(run("promo disable", { CODE: "NOTHING" })).rejects.toThrow("There is no code NOTHING");
  });
});

describe("certificate create, list and void", () => {
  it("make a certificate, show what is left on it, and take it back", async () => {
    const { data } = await run("certificate create", { ROUBLES: "3000" }, { recipient: "a@shop.test", days: "30" });
    const { code } = data as { code: string };
    const shown = async () => (await run("certificate list")).lines[1]?.split(/ +/);
    expect(await shown()).toEqual([code, "3000", "3000", "2026-12-20T09:00:00.000Z", "a@shop.test"]);
    expect((await run("certificate void", { CODE: code.toLowerCase() })).data).toMatchObject({ code, voided: 3000 });
    expect((await run("certificate void", { CODE: code })).data).toMatchObject({ code, voided: 0 });
    expect(await shown()).toEqual([code, "3000", "0", "3000", "2026-12-20T09:00:00.000Z", "a@shop.test"]);
    await expect(run("certificate void", { CODE: "JG-0000-0000-0000" })).rejects.toThrow("There is no certificate");
    for (const written of ["0", "-1", "much"])
      await expect(run("certificate create", { ROUBLES: written })).rejects.toThrow("roubles above 0");
  });
});

describe("presents create, list and end", () => {
  it("offer presents from a sum on, and end the offer", async () => {
    await aProduct(shop.db);
    await aProduct(shop.db, { hazard: "aerosol" });
    const [one = "", spray = ""] = (
      await shop.db.selectFrom("products").select("reference").orderBy("id").execute()
    ).map((row) => row.reference);
    expect((await run("presents create", { ROUBLES: "7000", REFERENCES: ` ${one}, ${one}` })).lines).toEqual([
      "From 7000 roubles 1 of 1 may be chosen: offer 1.",
    ]);
    const refused = (references: string, options = {}) =>
      run("presents create", { ROUBLES: "7000", REFERENCES: references }, options);
    await expect(refused("REF-X")).rejects.toThrow("no product on sale: REF-X");
    await expect(refused(spray)).rejects.toThrow("no presents");
    await expect(refused(one, { count: "2" })).rejects.toThrow("only 1 to choose from");
    expect((await run("presents list")).lines[1]).toMatch(/^1 +7000 +1 .* on$/);
    await run("presents end", { OFFER: "1" });
    expect((await run("presents list")).lines[1]).toMatch(/ off$/);
    await expect(run("presents end", { OFFER: "9" })).rejects.toThrow("There is no offer 9");
  });
});
