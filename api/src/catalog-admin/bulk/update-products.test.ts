import { beforeEach, describe, expect, it } from "vitest";
import { buildAdminApi } from "../../admin-app.ts";
import { openTestShop } from "../../../test/harness.ts";
import { openTaskClient } from "../../../test/task-client.ts";
import { createBrand, createCategory, createProduct, type ProductFixture } from "../../catalog/fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
const tasks = openTaskClient(shop);
const { olga, select, start, startId, startWith, run, get, change, signIn, setRole, listEntries } = tasks;

beforeEach(tasks.signInOlga);

const createProducts = async (count: number, fixture: ProductFixture = {}) => {
  const ids: number[] = [];
  while (ids.length < count) ids.push((await createProduct(db, fixture)).id);
  return ids;
};
const readProducts = async (ids: readonly number[]) =>
  db
    .selectFrom("products")
    .select(["status", "category_id", "category_path", "brand_id", "series_id", "tag_ids", "concern_ids"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
const listStatuses = async (ids: readonly number[]) => (await readProducts(ids)).map(({ status }) => status);
const setProduct = (id: number | undefined, values: object) =>
  db
    .updateTable("products")
    .set(values)
    .where("id", "=", id ?? 0)
    .execute();
const update = (input: object, filter: Record<string, string> = {}) =>
  startId({ kind: "products.update", filter, input });
const preview = async (input: object, filter: Record<string, string> = {}) =>
  (await start({ kind: "products.update", filter, input, isPreview: true })).body.data.result;
const createTag = async () => {
  const row = { slug: `tag-${Math.random()}`.replace(".", "-"), name_ru: "Новинка", name_en: "New" };
  return (await db.insertInto("tags").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

describe("a change of the status of many products", () => {
  it("publishes those that have what this needs, says why others are refused, and is undone", async () => {
    const ids = await createProducts(4, { status: "draft" });
    const [, incomplete, active] = ids;
    await setProduct(incomplete, { hs_code: "", customs_name_en: "" });
    await setProduct(active, { status: "active" });
    const missing = "The product cannot be in the store. It lacks: the HS code and the customs name.";
    const { total, forecast, sample } = await preview({ change: "publish" });
    expect({ total, forecast }).toEqual({
      total: 4,
      forecast: { done: 2, unchanged: 1, refused: [{ error: missing, count: 1 }] },
    });
    expect(sample.map(({ status }) => status)).toEqual(["done", "failed", "unchanged", "done"]);
    expect(sample[1]).toMatchObject({ error: missing, label: expect.stringMatching(/\S/) });
    expect(await listStatuses(ids)).toEqual(["draft", "draft", "active", "draft"]);
    const task = await update({ change: "publish" });
    await run(task, 2);
    expect(await listStatuses(ids)).toEqual(["active", "draft", "active", "active"]);
    const done = await get(task);
    expect(done).toMatchObject({ done: 2, unchanged: 1, failed: 1, failures: [{ error: missing, count: 1 }] });
    expect(done.failures[0]?.labels).toEqual([sample[1]?.label]);
    expect((await listEntries(task)).map(({ action }) => action)).toEqual(["product.published", "product.published"]);
    expect((await readResult(task)).split("\n")[2]).toBe(`${incomplete},failed,${missing},${sample[1]?.label}`);
    const undo = (await change(task, "undo")).body.data.result.task_id;
    await run(undo);
    expect(await listStatuses(ids)).toEqual(["draft", "draft", "active", "draft"]);
  });

  it("names what is missing in the language of the person", async () => {
    await createProducts(1, { status: "hidden" });
    await setProduct((await db.selectFrom("products").select("id").executeTakeFirstOrThrow()).id, { hs_code: "" });
    await db.updateTable("staff").set({ locale: "ru-RU" }).execute();
    const { forecast } = await preview({ change: "publish" });
    expect(forecast?.refused).toEqual([{ error: expect.stringMatching(/Не\sхватает: код\sТН\sВЭД\.$/), count: 1 }]);
  });

  it("hides and discontinues products, but not drafts, nor what somebody has changed since", async () => {
    const ids = await createProducts(3);
    await setProduct(ids[1], { status: "draft" });
    expect((await preview({ change: "hide" })).forecast).toMatchObject({ done: 2, refused: [{ count: 1 }] });
    const hiding = await update({ change: "hide" });
    await setProduct(ids[2], { status: "discontinued" });
    await run(hiding);
    expect(await listStatuses(ids)).toEqual(["hidden", "draft", "discontinued"]);
    expect(await get(hiding)).toMatchObject({ done: 1, failed: 2 });
    await run(await update({ change: "discontinue" }, { view: "hidden" }));
    expect(await listStatuses(ids)).toEqual(["discontinued", "draft", "discontinued"]);
  });
});

describe("a change of what many products belong to", () => {
  it("moves them to a category below another one, and back", async () => {
    const parent = await createCategory(db);
    const { id: category, path } = await createCategory(db, { parent: parent.id });
    const ids = await createProducts(2);
    const before = await readProducts(ids);
    const task = await update({ change: "category", term_id: category });
    await run(task);
    for (const product of await readProducts(ids))
      expect(product).toMatchObject({ category_id: category, category_path: path });
    expect((await preview({ change: "category", term_id: category })).forecast).toMatchObject({
      done: 0,
      unchanged: 2,
    });
    await run((await change(task, "undo")).body.data.result.task_id);
    expect(await readProducts(ids)).toEqual(before);
  });

  it("gives them a brand, and a series only of this brand", async () => {
    const [brand, other] = [await createBrand(db), await createBrand(db)];
    const createSeries = async (brand_id: number) => {
      const row = { brand_id, name: "Rice" };
      return (await db.insertInto("series").values(row).returning("id").executeTakeFirstOrThrow()).id;
    };
    const [series, otherSeries] = [await createSeries(brand), await createSeries(other)];
    const ids = await createProducts(2, { brandId: other });
    await setProduct(ids[0], { series_id: otherSeries });
    const wrong = await update({ change: "brand", term_id: brand, series_id: otherSeries });
    await run(wrong);
    expect(await get(wrong)).toMatchObject({ status: "failed", failed: 2 });
    await run(await update({ change: "brand", term_id: brand }));
    expect(await readProducts(ids)).toMatchObject(ids.map(() => ({ brand_id: brand, series_id: null })));
    const withSeries = { change: "brand", term_id: brand, series_id: series };
    expect((await preview(withSeries)).forecast).toMatchObject({ done: 2, unchanged: 0 });
    await run(await update(withSeries));
    await run(await update({ change: "brand", term_id: brand }));
    expect(await readProducts(ids)).toMatchObject(ids.map(() => ({ brand_id: brand, series_id: series })));
  });

  it("adds a tag to those that lack it and removes it, and leaves the other tags", async () => {
    const [tag, kept] = [await createTag(), await createTag()];
    const ids = await createProducts(2);
    await setProduct(ids[1], { tag_ids: [tag, kept] });
    const input = { change: "add_tag", term_id: tag };
    expect((await preview(input)).forecast).toEqual({ done: 1, unchanged: 1, refused: [] });
    await run(await update(input));
    expect((await readProducts(ids)).map(({ tag_ids }) => tag_ids)).toEqual([[tag], [tag, kept]]);
    const removal = await update({ change: "remove_tag", term_id: tag });
    // Somebody gives it another one before its turn.
    await setProduct(ids[0], { tag_ids: [tag, kept] });
    await run(removal);
    expect(await get(removal)).toMatchObject({ done: 1, failed: 1 });
    expect((await readProducts(ids)).map(({ tag_ids }) => tag_ids)).toEqual([[tag, kept], [kept]]);
  });
});

describe("the selection", () => {
  it("is the list that was seen, or nothing is changed", async () => {
    const ids = await createProducts(2);
    const { data } = (await select({ view: "all" }, olga, "products")).body;
    const started = await createProduct(db);
    const selection = { resource: "products", filter: { view: "all" }, ...data };
    const { status, body } = await startWith({ kind: "products.update", selection, input: { change: "hide" } });
    expect([status, body.code]).toEqual([409, "selection_changed"]);
    expect(await listStatuses([...ids, started.id])).toEqual(["active", "active", "active"]);
    expect((await select({ sort: "stock_asc" }, olga, "products")).status).toBe(422);
  });

  it("takes products by their ids, and refuses ids that do not exist", async () => {
    const [first, second] = await createProducts(2);
    const body = (ids: unknown[]) => ({
      ...{ kind: "products.update", selection: { ids: ids.map(String) }, input: { change: "hide" } },
    });
    expect((await startWith(body([first, 999_999]))).body.code).toBe("selection_changed");
    await run((await startWith(body([first]))).body.data.result.task_id ?? 0);
    expect(await listStatuses([first ?? 0, second ?? 0])).toEqual(["hidden", "active"]);
  });

  it("needs the permission, also when its turn comes", async () => {
    const ids = await createProducts(2);
    const input = { change: "hide" };
    expect((await start({ kind: "products.update", filter: {}, input }, await signIn("support"))).body.code).toBe(
      "forbidden",
    );
    const task = await update(input);
    await setRole("support");
    await run(task);
    await setRole("manager");
    expect(await get(task)).toMatchObject({ status: "failed", failed: 2 });
    expect(await listStatuses(ids)).toEqual(["active", "active"]);
  });

  it.each([
    [{ change: "category" }],
    [{ change: "publish", term_id: 3 }],
    [{ change: "category", term_id: 3, series_id: 4 }],
    [{ change: "delete" }],
  ])("refuses the input %j", async (input) => {
    await createProducts(1);
    expect((await start({ kind: "products.update", filter: {}, input })).status).toBe(422);
  });
});

async function readResult(task: number): Promise<string> {
  const request = new Request(`http://shop.test/v1/admin/tasks/${task}/result`, { headers: { cookie: olga.cookie } });
  return (await buildAdminApi(shop.app).fetch(request)).text();
}
