import { sql } from "kysely";
import { beforeEach, expect, it, vi } from "vitest";
import { openImportClient } from "../../test/import-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createCategory, createProduct } from "../catalog/fixtures.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import { applyImport } from "./apply-import.ts";
import { runImport } from "./jobs.ts";
import { findImport, revertStep } from "./sql.ts";
import { undoImport } from "./undo-import.ts";

const shop = await openTestShop();
const { db } = shop;
const imports = openImportClient(shop);
const { open, get, send } = imports;

beforeEach(() => imports.signIn());

const getProduct = async (id: number) =>
  db
    .selectFrom("products as p")
    .innerJoin("product_variants as v", "v.product_id", "p.id")
    .select(["p.reference", "p.name_ru", "p.barcode", "p.category_id", "p.category_path", "v.price_minor", "v.stock"])
    .where("p.id", "=", id)
    .executeTakeFirstOrThrow();

it("takes back what later changes allow, and keeps the rest", async () => {
  const category = await createCategory(db);
  const other = await createCategory(db);
  const product = await createProduct(db, { category, priceMinor: 100_000, stock: 10, name: "Крем" });
  const second = await createProduct(db, { priceMinor: 100_000, stock: 10 });
  await db.updateTable("products").set({ barcode: "AAAA" }).where("id", "=", product.id).execute();
  const { reference } = await getProduct(product.id);
  const file = `reference,name_ru,barcode,category,price,stock\n${reference},Тоник,BBBB,${other.slug},800,5\n`;
  const id = await open(`${file}${(await getProduct(second.id)).reference},,,,700,6`);
  await send(id, "apply");
  expect(await getProduct(product.id)).toMatchObject({ barcode: "BBBB", category_id: other.id, price_minor: 80_000 });
  // Somebody starts a sale, gives the barcode to another product and moves the category.
  await db
    .updateTable("product_variants")
    .set({ old_price_minor: 90_000 })
    .where("product_id", "=", product.id)
    .execute();
  await db.updateTable("products").set({ barcode: "AAAA" }).where("id", "=", second.id).execute();
  const parent = await createCategory(db);
  const path = [parent.id, category.id];
  await db.updateTable("categories").set({ parent_id: parent.id, path }).where("id", "=", category.id).execute();
  await send(id, "undo");
  expect(await get(id)).toMatchObject({ status: "undone", failure: null, result: { kept: 2 } });
  expect(await getProduct(product.id)).toMatchObject({
    ...{ name_ru: "Крем", barcode: "BBBB", category_id: category.id, category_path: path },
    ...{ price_minor: 80_000, stock: 10 },
  });
  expect(await getProduct(second.id)).toMatchObject({ price_minor: 100_000, stock: 10 });
});

it("keeps a change that the database refuses to take back, and takes back the others", async () => {
  const category = await createCategory(db);
  const product = await createProduct(db, { category, stock: 10 });
  const second = await createProduct(db, { stock: 10 });
  const other = await createCategory(db);
  const lines = [
    `${(await getProduct(product.id)).reference},${other.slug},5`,
    `${(await getProduct(second.id)).reference},,6`,
  ];
  const id = await open(`reference,category,stock\n${lines.join("\n")}`);
  await send(id, "apply");
  await db.deleteFrom("categories").where("id", "=", category.id).execute();
  await send(id, "undo");
  expect(await get(id)).toMatchObject({ status: "undone", result: { undone: 2, kept: 2 } });
  expect(await getProduct(product.id)).toMatchObject({ category_id: other.id, stock: 10 });
  expect(await getProduct(second.id)).toMatchObject({ stock: 10 });
});

it("is done once, as applying is, if a step is executed again", async () => {
  const product = await createProduct(db, { stock: 10 });
  const { reference } = await getProduct(product.id);
  const id = await open(`reference,stock\n${reference},5`, { rules: { adds_stock: true } });
  const start = async (step: "apply" | "undo") => {
    await imports.admin.request("POST", `/imports/${id}/${step}`, { cookie: imports.person.cookie, body: {} });
    const row = await findImport(db, id);
    if (!row) throw new Error("the import does not exist");
    await runImport(shop.app, id);
    return { row, actor: { kind: "staff", id: row.created_by, label: "", sessionId: null, ipAddress: null } as const };
  };
  const applied = await start("apply");
  await applyImport(shop.app, applied.row, applied.actor);
  expect(await getProduct(product.id)).toMatchObject({ stock: 15 });
  const failure = { code: "internal", params: {} };
  expect(await revertStep(db, id, { from: "applying", to: "checked", failure })).toBe(false);
  expect(await get(id)).toMatchObject({ status: "applied", failure: null });
  const undone = await start("undo");
  await undoImport(shop.app, undone.row, undone.actor);
  expect(await getProduct(product.id)).toMatchObject({ stock: 10 });
});

it("locks variants in the order of orders, whatever their order in the file", async () => {
  const products = [await createProduct(db, { stock: 10 }), await createProduct(db, { stock: 10 })];
  const references: string[] = [];
  for (const { id } of products) references.push((await getProduct(id)).reference);
  const id = await open(`reference,stock\n${references.toReversed().join(",5\n")},5`);
  await send(id, "apply");
  const undoing = db.updateTable("imports").set((eb) => ({ status: "undoing", undone_by: eb.ref("created_by") }));
  await undoing.where("id", "=", id).execute();
  const lock = (tx: Tx, productId: number) =>
    sql`select from product_variants where product_id = ${productId} for no key update nowait`.execute(tx);
  let undo: Promise<void> | undefined;
  await withTransaction(db, async (tx) => {
    await lock(tx, products[0]?.id ?? 0);
    undo = runImport(shop.app, id);
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        expect(rows).toHaveLength(1);
      },
      { timeout: 20_000, interval: 100 },
    );
    // The undo waits for the first variant, and has not locked the other one.
    await lock(tx, products[1]?.id ?? 0);
  });
  await undo;
  expect(await get(id)).toMatchObject({ status: "undone", result: { undone: 2 } });
});
