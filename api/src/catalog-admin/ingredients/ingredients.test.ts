import { beforeEach, describe, expect, it } from "vitest";
import { openAdminClient } from "../../../test/admin-client.ts";
import { openTestShop } from "../../../test/harness.ts";
import { createProduct, updateProduct } from "../../catalog/fixtures.ts";
import { countCompositionNames } from "../../catalog/ingredients/count-names.ts";
import { createTestStaff, createTestStaffSession } from "../../staff/fixtures.ts";
import type { IngredientList } from "./admin-schema.ts";

const shop = await openTestShop();
const { db, clock } = shop;
const admin = openAdminClient(shop.app);
let cookie = "";
let lastMigrated = 0;

const signIn = async (role: string) =>
  createTestStaffSession(shop.app, (await createTestStaff(shop.app, { role, locale: "en-US" })).id);

type Executed = { result: { id: number }; audit_entry_id: number };
const call = async (method: string, path: string, body: object = {}) =>
  admin.request<Executed>(method, path, { cookie, body });
const list = async (query: Record<string, string> = {}) =>
  (await admin.request<IngredientList>("GET", `/ingredients?${new URLSearchParams(query)}`, { cookie })).body.data;
const find = async (id: number) => (await list({ id: String(id) })).items[0];
const undo = async ({ body }: { body: { data: Executed } }) =>
  admin.request("POST", `/audit/${body.data.audit_entry_id}/undo`, { cookie, body: {} });
const getPage = async (slug: string) => {
  // Processes see a change within a second.
  clock.set(new Date(clock.now().getTime() + 1001));
  return (await shop.request("GET", `/v1/ingredients/${slug}`, { locale: "en-US" })).body;
};

const values = { inci: "Yuzu Extract", purpose_ru: "тонизирует", purpose_en: "tones" };
const create = async (input: object = {}) => call("POST", "/ingredients", { ...values, ...input });

beforeEach(async () => {
  // The tests keep the ingredients of the migration.
  lastMigrated ||= Math.max(...(await db.selectFrom("ingredients").select("id").execute()).map(({ id }) => id));
  await db.deleteFrom("ingredients").where("id", ">", lastMigrated).execute();
  cookie = await signIn("manager");
});

it("are added, changed and deleted, each of which can be undone, and the store shows it within a second", async () => {
  const created = await create({ aliases: ["Yuzu Ekisu", "YUZU EXTRACT", "yuzu-ekisu"], group_key: "alcohol" });
  const { id } = created.body.data.result;
  const before = await find(id);
  expect(before).toMatchObject({ ...values, slug: "yuzu-extract", aliases: ["yuzu-ekisu"], group_key: "alcohol" });
  expect((await getPage("yuzu-ekisu")).data).toMatchObject({ slug: "yuzu-extract", purpose: "tones" });

  const changes = { aliases: { from: ["yuzu-ekisu"], to: [] }, purpose_en: { from: "tones", to: "freshens" } };
  const changed = await call("PATCH", `/ingredients/${id}`, { changes });
  expect(await find(id)).toMatchObject({ aliases: [], purpose_en: "freshens" });
  expect((await getPage("yuzu-ekisu")).code).toBe("ingredient_not_found");
  const conflict = await call("PATCH", `/ingredients/${id}`, { changes: { purpose_en: { from: "tones", to: "x" } } });
  expect(conflict).toMatchObject({ status: 409, body: { code: "edit_conflict" } });
  await undo(changed);
  expect(await find(id)).toEqual(before);

  const deleted = await call("DELETE", `/ingredients/${id}`);
  expect(await find(id)).toBeUndefined();
  expect((await getPage("yuzu-extract")).code).toBe("ingredient_not_found");
  expect((await call("DELETE", `/ingredients/${id}`)).status).toBe(404);
  await undo(deleted);
  expect(await find(id)).toEqual(before);
  await undo(created);
  expect(await find(id)).toBeUndefined();
});

it("keep the page and the former name when the name is corrected", async () => {
  const { id } = (await create({ inci: "Yuzu Extrakt" })).body.data.result;
  await call("PATCH", `/ingredients/${id}`, { changes: { inci: { from: "Yuzu Extrakt", to: "Yuzu Extract" } } });
  const page = { slug: "yuzu-extrakt", name: "Yuzu Extract" };
  expect((await getPage("yuzu-extract")).data).toMatchObject(page);
  expect((await getPage("yuzu-extrakt")).data).toMatchObject(page);
  expect((await create()).body.code).toBe("ingredient_name_taken");
});

it("have no name in common, and each name is one that compositions can have", async () => {
  await create({ aliases: ["Yuzu Ekisu"] });
  const refused: [object, string, string][] = [
    [{}, "ingredient_name_taken", "inci"],
    [{ inci: "Yuzu ekisu" }, "ingredient_name_taken", "inci"],
    [{ inci: "Sudachi", aliases: ["Yuzu Extract"] }, "ingredient_name_taken", "aliases"],
    [{ inci: "Sudachi", aliases: ["Aqua"] }, "ingredient_name_taken", "aliases"],
    [{ inci: "Sudachi, Yuzu" }, "ingredient_name_invalid", "inci"],
    [{ inci: "1234" }, "ingredient_name_invalid", "inci"],
    [{ inci: "Sudachi", aliases: ["Kabosu, Sudachi"] }, "ingredient_name_invalid", "aliases"],
  ];
  for (const [input, code, field] of refused)
    expect([input, (await create(input)).body]).toMatchObject([
      input,
      { code, errors: { [field]: [expect.anything()] } },
    ]);
  for (const input of [{ inci: " " }, { purpose_en: "" }, { group_key: "silicones" }, { aliases: [""] }])
    expect((await create({ inci: "Sudachi", ...input })).body.code).toBe("validation_failed");
  expect((await list({ q: "sudachi" })).items).toEqual([]);
});

it("that are added at the same time cannot have the same name", async () => {
  const statuses = (await Promise.all([1, 2, 3].map(async () => create()))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
});

it("are found by a part of a name or purpose", async () => {
  const { id } = (await create({ aliases: ["Yuzu Ekisu"] })).body.data.result;
  for (const q of ["uzu extr", "ZU-EKI", "тонизир", "TONES"])
    expect((await list({ q })).items.map((item) => item.id)).toContain(id);
  expect((await list({ q: "no such" })).items).toEqual([]);
});

describe("names in compositions", () => {
  const listUnknown = async () => (await list()).unknown.map(({ name, products }) => [name, products]);

  it("that nobody describes are listed by the number of products, with the most similar ingredient", async () => {
    await createProduct(db, { composition: "Water, Glycerine, Sudachi Oil" });
    await createProduct(db, { composition: "Aqua, SUDACHI OIL" });
    const { id } = await createProduct(db, { composition: "Sudachi Oil" });
    expect(await listUnknown()).toEqual([]);
    await countCompositionNames(db);
    expect((await list()).unknown).toMatchObject([
      { slug: "sudachi-oil", name: "Sudachi Oil", products: 3, suggestion: null },
      { slug: "glycerine", name: "Glycerine", products: 1, suggestion: { inci: "Glycerin" } },
    ]);
    expect((await list({ q: "water" })).items.find(({ slug }) => slug === "water")?.products).toBe(2);

    await updateProduct(db, id, { composition: "Kabosu" });
    expect(await countCompositionNames(db)).toBe(2);
    expect(await listUnknown()).toEqual([
      ["Sudachi Oil", 2],
      ["Glycerine", 1],
      ["Kabosu", 1],
    ]);
    await db.deleteFrom("products").where("id", "=", id).execute();
    await countCompositionNames(db);
    expect(await listUnknown()).toHaveLength(2);
    expect(await countCompositionNames(db)).toBe(0);
  });

  it("are known at once when an ingredient gets them", async () => {
    await createProduct(db, { composition: "Yuzu Extract" });
    await countCompositionNames(db);
    expect(await listUnknown()).toEqual([["Yuzu Extract", 1]]);
    const { id } = (await create()).body.data.result;
    expect(await listUnknown()).toEqual([]);
    expect(await find(id)).toMatchObject({ products: 1 });
  });
});

it("can be read, but not changed, by those who may only read products", async () => {
  const { id } = (await create()).body.data.result;
  cookie = await signIn("support");
  expect((await find(id))?.inci).toBe("Yuzu Extract");
  expect((await call("DELETE", `/ingredients/${id}`)).status).toBe(403);
});
