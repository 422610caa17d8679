import { beforeEach, describe, expect, it } from "vitest";
import { createTestCustomer } from "../../account/fixtures.ts";
import { createBrand } from "../../catalog/fixtures.ts";
import { openTestShop } from "../../../test/harness.ts";
import { openPriceClient } from "../../../test/price-client.ts";
import { runCounted } from "../../../test/task-client.ts";
import type { PriceHistory, SaleList } from "./admin-schema.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const shop = await openTestShop();
const { db, clock } = shop;
const prices = openPriceClient(shop);
const { admin, olga, signIn, start, startWith, run, get, change, listEntries } = prices;
const { load, preview, adjust, createPriced, setCost, setMinor, getPrice, getMinor } = prices;

beforeEach(prices.signInOlga);

describe("new prices", () => {
  it.each([
    ["rule=percent&value=10", 1090, 1199],
    ["rule=percent&value=-15&rounding=nearest_10", 1090, 930],
    ["rule=percent&value=10&rounding=up_90", 1090, 1290],
    ["rule=percent&value=0&rounding=up_90", 1090, 1090],
    ["rule=amount&value=12.5&rounding=none", 1090, 1102.5],
    ["rule=amount&value=1&rounding=up_10", 1090, 1100],
    ["rule=amount&value=1&rounding=up_100", 1090, 1100],
    ["rule=amount&value=11&rounding=up_100", 1090, 1200],
    // 1000 JPY × 0.62 × 1.12 × 2.75
    ["rule=formula&value=2.75&rate=0.62&delivery=1.12", 1090, 1909.6],
    ["rule=formula&value=2.75&rate=0.62&delivery=1.12&rounding=up_90", 1090, 1990],
  ])("follow from %s: %d becomes %d rubles", async (query, price, expected) => {
    const [id] = await createPriced([price]);
    await setCost(id, 1000);
    const { items } = await load(query);
    expect(items).toMatchObject([{ id: `${id}-0`, price, new_price: expected, refusal: null }]);
  });

  it("show costs with delivery, the lowest price of 30 days, and what is refused", async () => {
    const [known, unknown] = await createPriced([1090, 500]);
    await setCost(known, 1180);
    const { items, total, rate } = await load("rule=formula&value=2&rate=0.5&delivery=1.5");
    expect([total, rate]).toEqual([2, 0.5]);
    expect(items).toMatchObject([
      { cost: 885, supplier_cost: { amount: 1180, currency: "JPY" }, new_price: 1770, lowest_price: 1090 },
      { id: `${unknown}-0`, cost: null, supplier_cost: null, new_price: null, refusal: "cost_unknown" },
    ]);
    expect((await load("rule=amount&value=-600")).items.map(({ refusal }) => refusal)).toEqual([
      null,
      "price_not_positive",
    ]);
  });

  it("are checked although one would be nothing", async () => {
    const [id] = await createPriced([500]);
    await setCost(id, 100);
    expect((await load("rule=amount&value=-500&check=margin&margin=60")).items).toEqual([]);
    const ends_at = new Date(clock.now().getTime() + DAY_MS).toISOString();
    const previewed = async (rule: string) =>
      admin.request("POST", "/prices/preview", {
        cookie: olga.cookie,
        body: { adjustment: { rule, value: 1, sale: { ends_at } } },
      });
    expect((await previewed("percent")).status).toBe(200);
    expect((await previewed("regular")).body.code).toBe("validation_failed");
  });

  it("change the price in force, and keep the price before a sale as long as it is higher", async () => {
    const [regular, running, ended] = [
      await createPriced([1000]),
      await createPriced([800], { oldPriceMinor: 1000_00, saleEndsAt: new Date(clock.now().getTime() + DAY_MS) }),
      await createPriced([800], { oldPriceMinor: 1000_00, saleEndsAt: new Date(clock.now().getTime() - DAY_MS) }),
    ].map(([id]) => id);
    const { items } = await load("rule=percent&value=10");
    expect(items.map((row) => [row.price, row.old_price, row.new_price, row.new_old_price])).toEqual([
      [1000, null, 1100, null],
      [800, 1000, 880, 1000],
      [1000, null, 1100, null],
    ]);
    await run(await adjust({ rule: "percent", value: 30 }));
    for (const id of [regular, ended])
      expect(await getPrice(id ?? 0)).toEqual({ price_minor: 1300_00, old_price_minor: null, sale_ends_at: null });
    expect(await getPrice(running ?? 0)).toEqual({ price_minor: 1040_00, old_price_minor: null, sale_ends_at: null });
  });

  it("are those of products that were selected in their list, by their ids or its view and filters", async () => {
    const [first, second, third] = await createPriced([1000, 1000, 1000]);
    await db
      .updateTable("products")
      .set({ status: "hidden" })
      .where("id", "=", second ?? 0)
      .execute();
    await db
      .updateTable("product_variants")
      .set({ stock: 0 })
      .where("product_id", "=", third ?? 0)
      .execute();
    const list = async (query: string) => (await load(query)).items.map(({ product_id }) => product_id);
    expect(await list(`products=${second},${first}`)).toEqual([first, second]);
    expect(await list("view=hidden")).toEqual([second]);
    expect(await list("stock=out")).toEqual([third]);
    expect((await load("view=low_stock&stock=in")).total).toBe(0);
    await run(await adjust({ rule: "percent", value: 10 }, { products: `${first}`, view: "all" }));
    expect([await getMinor(first), await getMinor(second ?? 0)]).toEqual([1100_00, 1000_00]);
    for (const query of ["products=x", "products=0", "view=x", "stock=some", `products=${"9".repeat(10)}`])
      expect((await admin.request("GET", `/prices?${query}`, { cookie: olga.cookie })).status).toBe(422);
  });

  it("are refused with a rule that makes no sense", async () => {
    for (const query of ["rule=percent&value=-100", "rule=formula&value=0", "rule=formula&value=2&rate=0", "value=x"])
      expect((await admin.request("GET", `/prices?${query}`, { cookie: olga.cookie })).status).toBe(422);
    await createPriced([1000]);
    const refused = await start({ kind: "prices.adjust", filter: {}, input: { rule: "percent", value: -100 } });
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_failed" } });
  });
});

describe("the preview", () => {
  it("counts rises, falls, unchanged prices, warnings and emails", async () => {
    const ids = await createPriced([100, 200, 300, 1000]);
    const [first, second, third, fourth] = ids.map((id) => `${id}-0`);
    for (const id of ids) await setCost(id, 100);
    const { token } = await createTestCustomer(db);
    await shop.request("POST", `/v1/user/alerts/${ids[3]}`, { token, body: { kind: "price_drop" } });
    const overrides = [
      { id: first, price: 150 },
      { id: second, price: 200 },
      { id: third, price: 300.5 },
      { id: fourth, price: 900 },
    ];
    const summary = await preview({ adjustment: { overrides, rate: 0.7 }, growth: 15, margin: 60 });
    expect(summary).toMatchObject({
      ...{ changed: 3, rises: 2, falls: 1, unchanged: 1, outliers: 1, low_margins: 1, emails: 1, hidden_discounts: 0 },
      refused: { price_not_positive: 0, cost_unknown: 0 },
    });
    expect(summary.median_change).toBeCloseTo(0.1667, 3);
    expect(summary.distribution.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect((await load("check=margin&margin=60&rate=0.7")).items.map(({ id }) => id)).toEqual([first]);
  });

  it("says which prices entered by hand are outside of the filter, and the task leaves them", async () => {
    const [inside, outside] = await createPriced([1000, 1000]);
    await db
      .updateTable("products")
      .set({ status: "hidden" })
      .where("id", "=", outside ?? 0)
      .execute();
    const overrides = [inside, outside].map((id) => ({ id: `${id}-0`, price: 700 }));
    const adjustment = { rule: "percent", value: 10, overrides };
    const filter = { status: "active" };
    const { outside_ids, changed } = await preview({ filter, adjustment });
    expect([outside_ids, changed]).toEqual([[`${outside}-0`], 1]);
    await run(await adjust(adjustment, filter));
    expect([await getMinor(inside), await getMinor(outside ?? 0)]).toEqual([700_00, 1000_00]);
    expect((await preview({ adjustment })).outside_ids).toEqual([]);
    expect((await preview({ ids: [`${inside}-0`], adjustment })).outside_ids).toEqual([]);
  });

  it("says which discounts are not shown, since the price was as low in the last 30 days", async () => {
    const [id] = await createPriced([800], { oldPriceMinor: 1000_00 });
    const { reference } = await db
      .selectFrom("products")
      .select("reference")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const summary = await preview({ adjustment: { rule: "percent", value: 10 } });
    expect(summary).toMatchObject({
      hidden_discounts: 1,
      hidden_example: { reference, old_price: 1000, lowest_price: 800 },
    });
    expect((await load("rule=percent&value=10&check=discount")).items).toHaveLength(1);
    expect((await preview({ adjustment: { rule: "percent", value: -10 } })).hidden_discounts).toBe(0);
  });
});

describe("the task prices.adjust", () => {
  it("changes the prices of a filter with their history, and is undone", async () => {
    const brandId = await createBrand(db);
    const ids = await createPriced([100, 200, 300], { brandId });
    const [other] = await createPriced([100]);
    const id = await adjust({ rule: "percent", value: 10 }, { brand: String(brandId) });
    await run(id, 2);
    expect(await get(id)).toMatchObject({ status: "succeeded", done: 3, failed: 0, subject_kind: "variant" });
    expect(await Promise.all([...ids, other].map(getMinor))).toEqual([110_00, 220_00, 330_00, 100_00]);
    expect(await listEntries(id)).toEqual(
      ids.map((product) => expect.objectContaining({ action: "product.price_changed", subject_id: String(product) })),
    );
    const history = await admin.request<PriceHistory>("GET", `/variants/${ids[0]}-0/price-history`, olga);
    expect(history.body.data.items.map(({ price }) => price)).toEqual([110, 100]);
    const undo = (await change(id, "undo")).body.data.result.task_id;
    await run(undo, 2);
    expect(await Promise.all(ids.map(getMinor))).toEqual([100_00, 200_00, 300_00]);
    expect(await get(id)).toMatchObject({ status: "undone" });
    expect((await listEntries(undo)).every(({ undo_of }) => undo_of !== null)).toBe(true);
  });

  it("changes nothing of a price that has changed since it was selected, also when it is undone", async () => {
    const [first, second, third] = await createPriced([100, 200, 300]);
    const id = await adjust({ rule: "amount", value: 50 });
    await setMinor(second ?? 0, 120_00);
    await run(id);
    expect(await get(id)).toMatchObject({ done: 2, failed: 1 });
    expect(await getMinor(second ?? 0)).toBe(120_00);
    await setMinor(third ?? 0, 999_00);
    const undo = (await change(id, "undo")).body.data.result.task_id;
    await run(undo);
    expect(await get(undo)).toMatchObject({ done: 1, failed: 1, failures: [{ subject_ids: [`${third}-0`] }] });
    expect(await Promise.all([first, third ?? 0].map(getMinor))).toEqual([100_00, 999_00]);
  });

  it("is refused if a price or cost has changed since the preview, so that a percent is not added twice", async () => {
    const [id] = await createPriced([100]);
    const input = { rule: "percent", value: -10 };
    const { selection } = await preview({ adjustment: input });
    const byIds = await preview({ ids: [`${id}-0`], adjustment: input });
    await run(await adjust(input));
    const stale = { resource: "prices", filter: {}, ...selection };
    expect((await startWith({ kind: "prices.adjust", selection: stale, input })).body.code).toBe("selection_changed");
    const { fingerprint } = byIds.selection;
    const staleIds = { ids: [`${id}-0`], fingerprint };
    expect((await startWith({ kind: "prices.adjust", selection: staleIds, input })).body.code).toBe(
      "selection_changed",
    );
    expect(await getMinor(id)).toBe(90_00);
  });

  it("sets prices that were entered by hand, and leaves the others", async () => {
    const [first, second] = await createPriced([100, 200]);
    const ids = [`${first}-0`];
    const overrides = [{ id: `${first}-0`, price: 149.5 }];
    const { selection } = await preview({ ids, adjustment: { overrides } });
    const { body } = await startWith({
      ...{ kind: "prices.adjust", input: { overrides } },
      selection: { ids, fingerprint: selection.fingerprint },
    });
    await run(body.data.result.task_id ?? 0);
    expect(await Promise.all([first, second ?? 0].map(getMinor))).toEqual([149_50, 200_00]);
  });

  it("lists what is refused, and needs the permission for prices when it is executed", async () => {
    const ids = await createPriced([100, 200]);
    const id = await adjust({ rule: "formula", value: 2 });
    await run(id);
    expect(await get(id)).toMatchObject({ status: "failed", failed: 2 });
    const packer = await signIn("packer");
    const byIds = { kind: "prices.adjust", selection: { ids: [`${ids[0]}-0`] }, input: {} };
    expect((await startWith(byIds, packer)).body.code).toBe("forbidden");
    const forbidden = await adjust({ rule: "percent", value: 5 });
    await db
      .updateTable("staff")
      .set(({ selectFrom }) => ({ role_id: selectFrom("roles").select("id").where("key", "=", "packer") }))
      .where("id", "=", olga.id)
      .execute();
    await run(forbidden);
    expect(await Promise.all(ids.map(getMinor))).toEqual([100_00, 200_00]);
  });

  it("takes as many statements for each chunk, whatever the number of its prices", async () => {
    const count = async (records: number) => {
      const brandId = await createBrand(db);
      await createPriced(
        Array.from({ length: records }, (_, n) => 100 + n),
        { brandId },
      );
      const id = await adjust({ rule: "percent", value: 10 }, { brand: String(brandId) });
      return runCounted(shop, id);
    };
    expect(await count(12)).toBe(await count(3));
  });
});

describe("a sale", () => {
  it("lowers the price without a sale until it ends by itself, and shows the lowest price of 30 days", async () => {
    const [id] = await createPriced([1000]);
    const ends_at = new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString();
    const input = { rule: "percent", value: -20, sale: { ends_at } };
    await run(await adjust(input));
    expect(await getPrice(id)).toEqual({
      price_minor: 800_00,
      old_price_minor: 1000_00,
      sale_ends_at: new Date(ends_at),
    });
    const { reference_price_minor } = await db
      .selectFrom("product_variants")
      .select("reference_price_minor")
      .where("product_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(reference_price_minor).toBe(1000_00);
    expect((await load("sale=running")).items).toMatchObject([{ price: 800, old_price: 1000, sale_ends_at: ends_at }]);
    clock.advance(10 * MINUTE_MS);
    expect((await load()).items).toMatchObject([{ price: 1000, old_price: null, sale_ends_at: null }]);
    expect((await load("sale=running")).items).toEqual([]);
  });

  it("is refused with an end in the past, and for prices that it does not lower", async () => {
    await createPriced([1000]);
    const sale = { ends_at: clock.now().toISOString() };
    const past = await start({ kind: "prices.adjust", filter: {}, input: { rule: "percent", value: -20, sale } });
    expect(past).toMatchObject({ status: 422, body: { code: "sale_period_invalid" } });
    const ends_at = new Date(clock.now().getTime() + DAY_MS).toISOString();
    const id = await adjust({ rule: "percent", value: 5, sale: { ends_at } });
    await run(id);
    expect(await get(id)).toMatchObject({ status: "failed", failed: 1 });
  });
});

describe("running sales", () => {
  it("are listed by their end, and are ended early", async () => {
    const ends = new Date(clock.now().getTime() + DAY_MS);
    const [first] = await createPriced([800], { oldPriceMinor: 1000_00, saleEndsAt: ends });
    const [second] = await createPriced([500], {
      oldPriceMinor: 1000_00,
      saleEndsAt: new Date(ends.getTime() + DAY_MS),
    });
    await createPriced([700]);
    const [endless] = await createPriced([900], { oldPriceMinor: 1000_00 });
    expect((await load("sale=endless")).items).toMatchObject([{ product_id: endless }]);
    const sales = async () => (await admin.request<SaleList>("GET", "/sales", { cookie: olga.cookie })).body.data.items;
    expect(await sales()).toMatchObject([
      { ends_at: ends.toISOString(), variants: 1, max_percent: 20, shown: 1 },
      { variants: 1, max_percent: 50 },
      { ends_at: null, variants: 1, max_percent: 10 },
    ]);
    const filter = { sale: "running", ends_at: ends.toISOString() };
    await run(await adjust({ rule: "regular" }, filter));
    expect(await getPrice(first)).toEqual({ price_minor: 1000_00, old_price_minor: null, sale_ends_at: null });
    expect(await getMinor(second)).toBe(500_00);
    expect(await sales()).toHaveLength(2);
  });
});
