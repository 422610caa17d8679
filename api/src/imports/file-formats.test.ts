import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openImportClient } from "../../test/import-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { createProduct } from "../catalog/fixtures.ts";
import { createTextEncoder } from "../platform/data-files/text-encoding.ts";
import { writeWorkbook } from "../platform/data-files/xlsx/write-workbook.ts";
import { createTestSupplier } from "../purchasing/fixtures.ts";
import { createTestStaff } from "../staff/fixtures.ts";
import { MAX_IMPORT_BYTES } from "./admin-schema.ts";
import { storeUpload } from "./upload.ts";

const shop = await openTestShop();
const { db } = shop;
const imports = openImportClient(shop);
const { check, get, list, open, send, upload } = imports;

beforeEach(() => imports.signIn());

async function createListed(barcode: string) {
  const product = await createProduct(db, { stock: 10, priceMinor: 100_000 });
  const update = db
    .updateTable("products")
    .set({ barcode, reference: `A-${product.id}`, description_ru: "<p>Мягкий</p>" });
  await update.where("id", "=", product.id).execute();
  return { reference: `A-${product.id}` };
}

const buildFeed = (offers: readonly string[], encoding = "UTF-8") =>
  [
    `<?xml version="1.0" encoding="${encoding}"?>`,
    "<yml_catalog><shop><name>Опт</name><offers>",
    ...offers,
    "</offers></shop></yml_catalog>",
  ].join("\n");
const buildOffer = (reference: string, fields: string) =>
  `<offer id="1"><vendorCode>${reference}</vendorCode>${fields}</offer>`;

describe("a YML feed", () => {
  it("is imported, and its offers that cannot be read are returned with the line and the reason", async () => {
    const product = await createListed("4901234567894");
    const other = await createListed("4912345678904");
    const feed = buildFeed(
      [
        buildOffer(product.reference, "<price>1290,50</price><currencyId>RUR</currencyId><count>3</count>"),
        buildOffer(other.reference, "<price>15</price><currencyId>USD</currencyId><count>3</count>"),
        buildOffer("X&Y", "<price>15</price>"),
      ],
      "windows-1251",
    );
    const id = await open(createTextEncoder("windows-1251")(feed), { name: "feed.xml" });
    expect(await get(id)).toMatchObject({ format: "yml", encoding: "windows-1251", lines: 3, problem: null });
    expect((await list(id)).items).toMatchObject([
      { line: 3, kind: "prices", fields: [{ field: "price", from: 1000, to: 1290.5 }] },
      { line: 3, kind: "stock", fields: [{ from: 10, to: 3 }] },
      { line: 4, kind: "unreadable", problem: { code: "price_currency" } },
      { line: 5, kind: "unreadable", problem: { code: "xml_entity" } },
    ]);
    const errors = new TextDecoder().decode(await imports.downloadErrors(id)).split("\r\n");
    expect(errors[0]).toMatch(/^Line,id,available,vendorCode,/);
    expect(errors[1]).toMatch(new RegExp(`^4,1,,${other.reference},.*,15 USD,.*in rubles`));
    await imports.select(id, { kind: "unreadable", is_included: false });
    await send(id, "apply");
    expect(await get(id)).toMatchObject({ status: "applied", result: { stock: 1, prices: 1 } });
    // The feed has a column of descriptions, which its offers do not have.
    const row = db.selectFrom("products").select("description_ru").where("reference", "=", product.reference);
    expect((await row.executeTakeFirst())?.description_ru).toBe("<p>Мягкий</p>");
  });

  it("remembers its columns for its shop, whatever the parameters of its offers", async () => {
    const product = await createListed("4901234567894");
    const buildWith = (parameter: string) =>
      buildFeed([buildOffer(product.reference, `<count>3</count><param name="${parameter}">1</param>`)]);
    const first = (await upload(buildWith("a"), { name: "a.yml" })).body.data.id;
    const { columns } = await get(first);
    const chosen = columns.map(({ name }) => (name === "vendorCode" ? "reference" : name === "count" ? "stock" : null));
    await check(first, { columns: chosen, profile_name: "Опт" });
    const next = (await upload(buildWith("b"), { name: "b.yml" })).body.data.id;
    const fields = (await get(next)).columns.flatMap(({ name, field, source }) =>
      field ? [[name, field, source]] : [],
    );
    expect(fields).toEqual([
      ["vendorCode", "reference", "profile"],
      ["count", "stock", "profile"],
    ]);
  });

  it("that is cut off is refused when it is checked, and says where it ends", async () => {
    const product = await createListed("4901234567894");
    const id = await open(buildFeed([buildOffer(product.reference, "<count>3</count>")]).slice(0, -30), {
      name: "f.yml",
    });
    expect(await get(id)).toMatchObject({
      status: "uploaded",
      problem: {
        code: "file_truncated",
        text: "The file ends too early, in line 4: a part of it is missing. Upload it again.",
      },
    });
  });

  it("that is none says so", async () => {
    const { id } = (await upload("sku;price\n1;2", { name: "list.yml" })).body.data;
    expect(await get(id)).toMatchObject({ columns: [], problem: { code: "not_yml" } });
    expect((await check(id, { columns: ["reference", "price"] })).body.code).toBe("import_unreadable");
  });
});

async function build(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook({ name: "Прайс", rows })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("a spreadsheet", () => {
  const head = [["Прайс-лист"], ["Штрихкод", "Цена", "", "Остаток"], ["", "ррц", "прочее", ""]];

  it("is imported, and its rows that cannot be read are returned as a spreadsheet", async () => {
    await createListed("4901234567894");
    const rows = [
      ...head,
      [4_901_234_567_894, 1290.5, "x", 3],
      [],
      ["4912345678904", 1290, "y", "05.12.2026"],
      ["Итого"],
    ];
    const id = await open(await build(rows), { name: "list.xlsx" });
    expect(await get(id)).toMatchObject({
      ...{ format: "xlsx", encoding: null, sheet: "Прайс", sheets: ["Прайс"], header_row: 2, header_rows: 2, lines: 3 },
    });
    expect((await list(id)).items).toMatchObject([
      { line: 4, kind: "prices", fields: [{ field: "price", from: 1000, to: 1290.5 }] },
      { line: 4, kind: "stock", fields: [{ from: 10, to: 3 }] },
      { line: 6, kind: "unreadable", problem: { code: "date_instead_of_number" } },
      { line: 7, kind: "unreadable", problem: { code: "total_line" } },
    ]);
    const errors = await imports.downloadErrors(id);
    const again = await open(errors, { name: "errors-list.xlsx" });
    const detail = await get(again);
    expect(detail.columns.map(({ name }) => name)).toEqual([
      "Штрихкод",
      "Цена / ррц",
      "Цена / прочее",
      "Остаток",
      "Why it cannot be read",
    ]);
    expect(detail.lines).toBe(2);
  });

  it("is read as a person chooses, which a profile remembers with the supplier", async () => {
    await createListed("4901234567894");
    const rows = [
      ["a", "b"],
      ["c", "d"],
      ["4901234567894", 3],
    ];
    const { id: supplierId } = await createTestSupplier(db);
    const first = (await upload(await build(rows), { name: "list.xlsx" })).body.data.id;
    expect(await get(first, "?header_row=1&header_rows=2")).toMatchObject({
      columns: [{ name: "a / c" }, { name: "b / d" }],
    });
    expect(await get(first, `?sheet=${encodeURIComponent("нет")}`)).toMatchObject({
      problem: { code: "sheet_missing" },
    });
    const response = await check(first, {
      ...{ columns: ["barcode", "stock"], profile_name: "Опт" },
      ...{ header_row: 1, header_rows: 2, supplier_id: supplierId },
    });
    expect(response.status).toBe(200);
    expect((await list(first)).items).toMatchObject([{ line: 3, kind: "stock" }]);
    const next = (await upload(await build([["Новый прайс"], [], ...rows]), { name: "list.xlsx" })).body.data.id;
    expect(await get(next)).toMatchObject({
      ...{ header_row: 3, header_rows: 2, supplier_id: supplierId },
      columns: [
        { field: "barcode", source: "profile" },
        { field: "stock", source: "profile" },
      ],
    });
    const missing = await check(next, { columns: ["barcode", "stock"], supplier_id: supplierId + 1 });
    expect(missing.body.code).toBe("import_supplier_not_found");
  });

  it("that is damaged, or of more columns than can be chosen, says so", async () => {
    const bytes = await build([...head, ["4901234567894", 5]]);
    const { id } = (await upload(bytes.subarray(0, -50), { name: "list.xlsx" })).body.data;
    expect(await get(id)).toMatchObject({ columns: [], problem: { code: "xlsx_damaged" } });
    expect((await check(id, { columns: ["barcode", "stock"] })).body.code).toBe("import_unreadable");
    const wide = Array.from({ length: 201 }, (_, index) => `c${index}`);
    const other = (await upload(await build([wide]), { name: "list.xlsx" })).body.data.id;
    expect((await get(other)).problem).toMatchObject({ code: "too_many_columns" });
    const csv = (await upload(wide.join(","))).body.data.id;
    expect((await get(csv)).problem).toMatchObject({ code: "too_many_columns" });
  });

  it.each([
    ["list.xlsx", "a;b", "import_format_differs"],
    ["list.xls", "\u00d0\u00cf\u0011\u00e0", "import_spreadsheet_unknown"],
    ["list.xlsm", "PK\u0003\u0004", "import_spreadsheet_unknown"],
    ["list.xlsx.gz", "PK\u0003\u0004", "import_format_unknown"],
  ])("called %s with the content %j is refused", async (name, content, code) => {
    expect((await upload(Buffer.from(content, "latin1"), { name })).body.code).toBe(code);
  });

  it("that is protected by a password is refused", async () => {
    const protectedFile = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]);
    expect((await upload(protectedFile, { name: "list.xlsx" })).body.code).toBe("import_spreadsheet_unknown");
  });
});

describe("a file of a colleague", () => {
  it("is shown with its cells, and read in another way, only to those who may see costs", async () => {
    await createListed("4901234567894");
    const { id } = (await upload("штрихкод;доп;остаток\n4901234567894;777;5\n1;888;x")).body.data;
    const columns = ["barcode" as const, null, "stock" as const];
    expect(JSON.stringify((await get(id)).columns)).toContain("777");
    await check(id, { columns });
    expect(new TextDecoder().decode(await imports.downloadErrors(id))).toContain("888");
    await imports.signIn("catalog_editor");
    expect(JSON.stringify(await get(id))).not.toContain("777");
    expect((await check(id, { columns: ["barcode", "name_ru", null] })).body.code).toBe("forbidden");
    expect(new TextDecoder().decode(await imports.downloadErrors(id))).not.toContain("888");
    const own = (await upload("штрихкод;доп\n4901234567894;777")).body.data.id;
    expect(JSON.stringify((await get(own)).columns)).toContain("777");
  });
});

describe("a file", () => {
  it("that is compressed is read", async () => {
    const product = await createListed("4901234567894");
    const id = await open(gzipSync(`sku;stock\n${product.reference};3`), { name: "list.csv.gz" });
    expect((await list(id)).items).toMatchObject([{ line: 2, kind: "stock", fields: [{ from: 10, to: 3 }] }]);
  });

  it("that is compressed and cut off is refused", async () => {
    const lines = `sku;stock\n${Array.from({ length: 50_000 }, (_, index) => `A${index};${index}`).join("\n")}`;
    const id = await open(gzipSync(lines).subarray(0, -100), { name: "list.csv.gz", columns: ["reference", "stock"] });
    expect((await get(id)).failure).toMatchObject({
      text: "The file ends too early: a part of it is missing. Upload it again.",
    });
  });

  it.each([
    ["list.csv", "<?xml version='1.0'?><yml_catalog/>", "import_format_differs"],
    ["list.csv", "PK\u0003\u0004...", "import_format_differs"],
    ["feed.yml", "%PDF-1.7", "import_format_differs"],
    ["list.exe", "a;b", "import_format_unknown"],
    ["list", "a;b", "import_format_unknown"],
  ])("called %s with the content %j is refused", async (name, content, code) => {
    expect((await upload(content, { name })).body.code).toBe(code);
  });

  const store = async (content: AsyncIterable<Uint8Array>) => {
    const { id: staffId } = await createTestStaff(shop.app, { role: "owner" });
    const actor = { kind: "staff", id: staffId, label: "", sessionId: null, ipAddress: null } as const;
    return storeUpload(shop.app, { fileName: "list.csv", content, staffId, actor, requestId: null });
  };
  const countImports = async () =>
    (
      await db
        .selectFrom("imports")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count;

  it("that arrives slowly keeps no transaction open, and one that breaks off is not stored", async () => {
    const before = await countImports();
    const states: unknown[] = [];
    const upload = store(
      (async function* () {
        yield Buffer.from("sku;stock\n");
        const { rows } = await sql`
          select state from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`.execute(db);
        states.push(...rows);
        throw new Error("the client is gone");
      })(),
    );
    await expect(upload).rejects.toThrow("the client is gone");
    expect(states).toEqual([]);
    expect(await countImports()).toBe(before);
  });

  it("above the limit of the size is refused before it has arrived as a whole", async () => {
    let sent = 0;
    const upload = store(
      (async function* () {
        for (; sent < 4 * MAX_IMPORT_BYTES; sent += 1_000_000) yield Buffer.alloc(1_000_000, "x");
      })(),
    );
    await expect(upload).rejects.toMatchObject({ code: "import_too_large" });
    expect(sent).toBeLessThan(MAX_IMPORT_BYTES + 5_000_000);
  });
});
