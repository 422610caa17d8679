import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createBrand, createCategory, createProduct } from "../../catalog/fixtures.ts";
import { moveProductsWithCategories } from "../../catalog/taxonomy/terms.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";

const shop = await openTestShop();
const { db } = shop;
const admin = openAdminClient(shop.app);
let cookie = "";

const signIn = async (role: string) =>
  createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role, locale: "en-US" })).id);
beforeEach(async () => {
  cookie = await signIn("manager");
});

type Item = Record<string, unknown> & { id: number; products: number };
type Executed = { result: { id: number; place?: number }; audit_entry_id: number };
const call = async (method: string, path: string, body?: unknown) =>
  admin.request<Executed>(method, path, { cookie, ...(body === undefined ? {} : { body }) });
const list = async (path: string) => (await admin.request<{ items: Item[] }>("GET", path, { cookie })).body.data.items;
const find = async (path: string, id: number) => (await list(path)).find((item) => item.id === id);
const create = async (path: string, body: object) => (await call("POST", path, body)).body.data.result.id;
const undo = async ({ body }: { body: { data: Executed } }) =>
  admin.request("POST", `/audit/${body.data.audit_entry_id}/undo`, { cookie, body: {} });

const kinds = [
  ["/categories", { name_ru: "Кремы", name_en: "Creams" }, "name_ru"],
  ["/brands", { name: "Shirakumo", name_ru: "Сиракумо" }, "name_ru"],
  ["/concerns", { name_ru: "Сухость", name_en: "Dryness" }, "name_ru"],
  ["/tags", { name_ru: "Без отдушек", name_en: "Fragrance-free" }, "name_ru"],
] as const;

describe.each(kinds)("%s", (path, input, field) => {
  it("are added with a free slug, changed and deleted, each of which can be undone", async () => {
    const created = await call("POST", path, input);
    const { id } = created.body.data.result;
    const second = await create(path, input);
    const [before, other] = [await find(path, id), await find(path, second)];
    expect(before).toMatchObject({ ...input, products: 0 });
    expect(other?.slug).toBe(`${String(before?.slug)}-2`);

    const changes = { [field]: { from: input[field as "name_ru"], to: "Новое" } };
    const changed = await call("PATCH", `${path}/${id}`, { changes });
    expect(await find(path, id)).toMatchObject({ [field]: "Новое" });
    expect((await call("PATCH", `${path}/${id}`, { changes: { [field]: { from: "x", to: "y" } } })).body.code).toBe(
      "edit_conflict",
    );
    await undo(changed);
    expect(await find(path, id)).toEqual(before);

    const deleted = await call("DELETE", `${path}/${id}`, {});
    expect(await find(path, id)).toBeUndefined();
    await undo(deleted);
    expect(await find(path, id)).toEqual(before);
    await undo(created);
    expect(await find(path, id)).toBeUndefined();
  });

  it("keep their slugs unique", async () => {
    const [id, other] = [await create(path, input), await create(path, input)];
    const [{ slug: from }, { slug: to }] = [await find(path, id), await find(path, other)] as [Item, Item];
    const taken = await call("PATCH", `${path}/${id}`, { changes: { slug: { from, to } } });
    expect(taken).toMatchObject({ status: 409, body: { code: "term_taken", errors: { slug: ["taken"] } } });
    expect((await call("POST", path, { ...input, slug: to })).body.code).toBe("term_taken");
    expect((await call("POST", path, { ...input, slug: "Not a slug" })).body.code).toBe("validation_failed");
  });
});

describe.each(kinds.slice(0, 2))("%s", (path, input) => {
  it("have texts for search engines, of which the other language and the other text stay when one is changed", async () => {
    const id = await create(path, { ...input, seo_title_ru: "Купить кремы", seo_description_en: "From Japan" });
    const changed = await call("PATCH", `${path}/${id}`, {
      changes: { seo_title_ru: { from: "Купить кремы", to: "" }, seo_title_en: { from: "", to: "Buy creams" } },
    });
    expect(await find(path, id)).toMatchObject({
      ...{ seo_title_ru: "", seo_title_en: "Buy creams", seo_description_ru: "", seo_description_en: "From Japan" },
    });
    const { seo } = await db
      .selectFrom(path === "/brands" ? "brands" : "categories")
      .select("seo")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(seo).toEqual({ "en-US": { title: "Buy creams", description: "From Japan" } });
    await undo(changed);
    expect(await find(path, id)).toMatchObject({ seo_title_ru: "Купить кремы", seo_title_en: "" });
    const deleted = await call("DELETE", `${path}/${id}`, {});
    await undo(deleted);
    expect(await find(path, id)).toMatchObject({ seo_title_ru: "Купить кремы", seo_description_en: "From Japan" });
  });
});

describe("series", () => {
  it("belong to a brand, in which their names are unique", async () => {
    const brandId = await createBrand(db);
    const id = await create("/series", { brand_id: brandId, name: "Rice" });
    expect(await find("/series", id)).toMatchObject({ brand_id: brandId, name: "Rice" });
    expect((await call("POST", "/series", { brand_id: brandId, name: "Rice" })).body.code).toBe("term_taken");
    expect((await call("POST", "/series", { brand_id: 999_999, name: "Rice" })).body.code).toBe("term_not_found");
    expect((await call("DELETE", `/brands/${brandId}`, {})).body.code).toBe("term_in_use");
  });
});

describe("a term that products have", () => {
  it("cannot be deleted, and says what uses it", async () => {
    const tag = await create("/tags", { name_ru: "Веган", name_en: "Vegan" });
    const category = await createCategory(db);
    const product = await createProduct(db, { category });
    await db
      .updateTable("products")
      .set({ tag_ids: [tag] })
      .where("id", "=", product.id)
      .execute();
    for (const path of [`/tags/${tag}`, `/categories/${category.id}`]) {
      const { status, body } = await call("DELETE", path, {});
      expect(status).toBe(409);
      expect(body.data).toMatchObject({ uses: { products: 1 }, message: expect.stringContaining("1 product,") });
    }
    expect(await find("/tags", tag)).toMatchObject({ products: 1 });
  });

  it("keeps its old address as a redirect", async () => {
    const id = await create("/brands", { name: "Old", name_ru: "Старая", slug: "old-name" });
    await call("PATCH", `/brands/${id}`, { changes: { slug: { from: "old-name", to: "new-name" } } });
    const redirects = await db.selectFrom("redirects").select(["from_path", "to_path"]).execute();
    expect(redirects).toEqual([{ from_path: "/manufacturer/old-name", to_path: "/manufacturer/new-name" }]);
    expect((await call("POST", "/brands", { name: "B", name_ru: "Б", slug: "old-name" })).body.code).toBe("term_taken");
  });
});

describe("the tree of categories", () => {
  const move = async (id: number, from: [number | null, number], to: [number | null, number]) =>
    call("POST", `/categories/${id}/move`, {
      from: { parent_id: from[0], place: from[1] },
      to: { parent_id: to[0], place: to[1] },
    });
  const names = async () => (await list("/categories")).map(({ name_en, parent_id }) => [name_en, parent_id]);
  const add = async (name: string, parentId: number | null = null) =>
    create("/categories", { name_ru: name, name_en: name, parent_id: parentId });

  it("is ordered, and a move takes along what is below, also in the products", async () => {
    const [face, body] = [await add("Face"), await add("Body")];
    const [creams, masks] = [await add("Creams", face), await add("Masks", face)];
    const product = await createProduct(db, { category: { id: creams, path: [face, creams] } });
    const before = await db.selectFrom("categories").selectAll().orderBy("id").execute();
    expect(await names()).toEqual([
      ["Face", null],
      ["Creams", face],
      ["Masks", face],
      ["Body", null],
    ]);

    expect((await move(masks, [face, 1], [face, 0])).status).toBe(200);
    expect((await move(body, [null, 1], [null, 0])).status).toBe(200);
    const moved = await move(face, [null, 1], [body, 99]);
    expect(moved.body.data.result.place).toBe(0);
    expect(await names()).toEqual([
      ["Body", null],
      ["Face", body],
      ["Masks", face],
      ["Creams", face],
    ]);
    const { category_path } = await db
      .selectFrom("products")
      .select("category_path")
      .where("id", "=", product.id)
      .executeTakeFirstOrThrow();
    expect(category_path).toEqual([body, face, creams]);
    expect((await find("/categories", body))?.products).toBe(1);

    await undo(moved);
    expect((await move(body, [null, 0], [null, 1])).status).toBe(200);
    expect((await move(masks, [face, 0], [face, 1])).status).toBe(200);
    expect(await db.selectFrom("categories").selectAll().orderBy("id").execute()).toEqual(before);
  });

  it("is followed by many products in steps", async () => {
    const [face, body] = [await add("Face"), await add("Body")];
    const product = await createProduct(db, { category: { id: face, path: [face] } });
    await sql`insert into products (slug, reference, brand_id, category_id, category_path, name_ru, name_en,
        customs_name_en, hs_code, weight_g, published_at)
      select p.slug || '-' || n, p.reference || '-' || n, p.brand_id, p.category_id, p.category_path, p.name_ru, p.name_en,
        p.customs_name_en, p.hs_code, p.weight_g, p.published_at
      from products p cross join generate_series(1, 600) n where p.id = ${product.id}`.execute(db);
    expect((await move(face, [null, 0], [body, 0])).status).toBe(200);
    const countMoved = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from products where category_path = ${[body, face]}::integer[]`.execute(db);
      return rows[0]?.count;
    };
    expect(await countMoved()).toBe(500);
    expect(await moveProductsWithCategories(db)).toBe(101);
    expect(await countMoved()).toBe(601);
    expect(await moveProductsWithCategories(db)).toBe(0);
  });

  it("has no cycle, and refuses a move from a place that has changed", async () => {
    const face = await add("Face");
    const creams = await add("Creams", face);
    expect((await move(face, [null, 0], [creams, 0])).body.code).toBe("category_cycle");
    expect((await move(face, [null, 0], [face, 0])).body.code).toBe("category_cycle");
    expect((await move(creams, [null, 0], [null, 0])).body.code).toBe("state_changed");
    expect((await move(creams, [face, 1], [null, 0])).body.code).toBe("state_changed");
    expect((await move(creams, [face, 0], [999_999, 0])).body.code).toBe("term_not_found");
    expect((await call("DELETE", `/categories/${face}`, {})).body.code).toBe("term_in_use");
  });
});

it("refuses changes by those who may only read products", async () => {
  const id = await create("/tags", { name_ru: "Веган", name_en: "Vegan" });
  cookie = await signIn("support");
  expect((await list("/tags")).map((item) => item.id)).toEqual([id]);
  expect((await call("DELETE", `/tags/${id}`, {})).status).toBe(403);
});
