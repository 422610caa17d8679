import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createProduct } from "../../api/src/catalog/fixtures.ts";
import type { ImportResult } from "../../api/src/platform/data-files/import-data-file.ts";
import { clearAllCaches } from "../../api/src/platform/cache/cache.ts";
import { loadSharp } from "../../api/src/platform/media/sharp.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { createCommandRunner } from "../../api/test/run-command.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const runCommand = createCommandRunner(shop, commands);
const folder = mkdtempSync(join(tmpdir(), "furoshiki-data-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (name: string, file?: string, options: Record<string, string | boolean> = {}) =>
  runCommand(name, { FILE: file }, options);
const writeTableFile = (content: string, name = "table.csv") => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const importTable = async (table: string, content: string, options: Record<string, boolean> = {}) =>
  (await run(`${table} import`, writeTableFile(content), options)).data as ImportResult;
const getImportError = (table: string, content: string, options: Record<string, boolean> = {}) =>
  importTable(table, content, options).then(
    () => "imported",
    (error: Error) => error.message,
  );
const listActions = ({ changes }: ImportResult) => changes.map(({ action, key }) => `${action} ${key}`);

/** Tables that are maintained as files. */
const dataTables = commands.flatMap(({ name, options = {} }) =>
  "delete-missing" in options ? [name.replace(" import", "")] : [],
);

/** How long other processes may serve cached values. */
const CACHE_TTL_MS = 1000;

const categories = `slug,parent,name_ru,name_en,position
litso,,Лицо,Face,1
kremy,litso,Кремы,Creams,1
`;
const brands = `slug,name,name_ru,tagline_ru,theme_color,position
mizunora,Mizunora,Мидзунора,"Вода, ""мягкая""",mizu,1
`;

beforeEach(async () => {
  const sharp = await loadSharp();
  const pixels = await sharp({ create: { width: 64, height: 32, channels: 3, background: "#1b3945" } })
    .png()
    .toBuffer();
  writeFileSync(join(folder, "wide.png"), pixels);
  await importTable("categories", categories);
  await importTable("brands", brands);
  clearAllCaches();
});

describe("every data file table", () => {
  it("is listed here", () => {
    expect(dataTables.toSorted()).toEqual(
      [
        ...[
          "banners",
          "brands",
          "categories",
          "concerns",
          "countries",
          "currencies",
          "customs",
          "declaration-limits",
          "export-limits",
          "ingredients",
          "series",
        ],
        ...["shipping-countries", "shipping-methods", "shipping-refusals", "synonyms", "tags"],
      ].toSorted(),
    );
  });

  it.each(dataTables)("imports its own export without a change, and can be listed: %s", async (table) => {
    await importTable("series", "brand,name\nmizunora,Aqua Layer\n");
    await importTable("tags", "slug,name_ru,name_en\nsakura,Сакура,Sakura\n");
    await importTable("concerns", "slug,name_ru,name_en\ndry,Сухая кожа,Dry skin\n");
    await importTable("synonyms", "word,synonym\nшампунька,шампунь\nhair mask,маска\nhair,mask маска\n");
    await importTable(
      "banners",
      "name,locale,place,title,href,theme_color,wide_image,narrow_image,starts_at\nspring,ru-RU,hero,Весна,/brands?sort=new,sakura,wide.png,wide.png,2026-12-01T00:00:00+03:00\n",
    );
    for (const extension of ["csv", "jsonl"]) {
      const path = join(folder, `export.${extension}`);
      const { data } = await run(`${table} export`, path);
      const { rows } = data as { rows: number };
      expect(rows).toBeGreaterThan(0);
      expect((await run(`${table} list`)).lines).toHaveLength(rows + 1);
      const reimported = (await run(`${table} import`, path, { "delete-missing": true })).data;
      expect(reimported).toMatchObject({ rows, unchanged: rows, changes: [], preview: [] });
    }
  });

  it("checks the path of an export before it reads anything, and keeps an existing file", async () => {
    await expect(run("brands export", "/nonexistent/a.csv")).rejects.toThrow("/nonexistent/a.csv cannot be written");
    await expect(run("export products", "/nonexistent/a.csv")).rejects.toThrow("/nonexistent/a.csv cannot be written");
    await expect(run("brands export", join(folder, "a.xls"))).rejects.toThrow("neither .csv nor .jsonl");
  });
});

describe("an import", () => {
  it("reports every invalid field with line and column, and changes nothing", async () => {
    const message = await getImportError(
      "brands",
      "slug,name,name_ru,theme_color,position\nmizunora,New,Новый,mizu,1\nBad Slug,A,Б,pink,-1\nasahi,,Б,mizu,1\nmizunora,A,Б,mizu,1\n",
    );
    for (const line of [
      'line 3, slug: "Bad Slug", but takes up to 100 lowercase Latin letters',
      'line 3, theme_color: "pink", but takes sakura, fuji',
      'line 3, position: "-1", but takes a whole number from 0',
      'line 4, name: "", but takes 1 to 200 characters',
      "line 5 (mizunora): is in line 2 already",
    ])
      expect(message).toContain(line);
    expect((await run("brands list")).data).toMatchObject([{ slug: "mizunora", name: "Mizunora" }]);
    expect(await getImportError("brands", "slug,position\nasahi,1\n")).toContain(
      "the brand is new, and lacks name, name_ru",
    );
    expect(await getImportError("brands", "name\nA\n")).toContain('The column "slug" is missing');
  });

  it("shows the changes in a dry run, and writes nothing", async () => {
    const file = writeTableFile("slug,name,name_ru,position\nmizunora,Mizunora,Мидзунора,2\nasahi,Asahi,Асахи,1\n");
    const { lines } = await run("brands import", file, { "dry-run": true, "delete-missing": true });
    expect(lines).toEqual([
      ...["~ mizunora", "    position: 1 → 2"],
      ...[
        "+ asahi",
        "    slug: asahi",
        "    name: Asahi",
        "    name_ru: Асахи",
        "    theme_color: shiro",
        "    position: 1",
      ],
      "2 rows: 1 added, 1 changed, 0 unchanged, 0 deleted.",
      "Dry run: nothing was written.",
    ]);
    expect((await run("brands list")).data).toHaveLength(1);
  });

  it("keeps rows that the file lacks, or deletes them if they are not in use", async () => {
    await createProduct(shop.db, { category: { id: 2, path: [1, 2] }, brandId: 1 });
    const otherBrand = "slug,name,name_ru\nasahi,Asahi,Асахи\n";
    expect(listActions(await importTable("brands", otherBrand))).toEqual(["added asahi"]);
    expect(await getImportError("brands", otherBrand, { "delete-missing": true })).toContain("mizunora has 1 products");
    const withoutOther = "slug,name,name_ru\nmizunora,Mizunora,Мидзунора\n";
    expect(listActions(await importTable("brands", withoutOther, { "delete-missing": true }))).toEqual([
      "deleted asahi",
    ]);
    expect(await getImportError("categories", "slug\nlitso\n", { "delete-missing": true })).toContain(
      "kremy has 1 products",
    );
  });
});

describe("categories", () => {
  it("move and are renamed with a redirect, with their products, without a restart", async () => {
    const { slug } = await createProduct(shop.db, { category: { id: 2, path: [1, 2] } });
    const getBreadcrumbs = async () =>
      (await shop.request("GET", `/v1/products/${slug}`)).body.data.breadcrumbs.map((one) => one.link_rewrite);
    expect(await getBreadcrumbs()).toEqual(["litso", "kremy"]);
    const movedCategories =
      "slug,renamed_from,parent,name_ru,name_en\ntelo,,,Тело,Body\nmasla,,telo,Масла,Oils\nkremy-tela,kremy,masla,Кремы,Creams\n";
    expect(listActions(await importTable("categories", movedCategories))).toEqual([
      "added telo",
      "added masla",
      "changed kremy-tela",
    ]);
    shop.clock.advance(CACHE_TTL_MS);
    expect(await getBreadcrumbs()).toEqual(["telo", "masla", "kremy-tela"]);
    const redirect = await shop.request("GET", "/v1/redirects?path=/category/kremy");
    expect(redirect.body.data).toEqual({ to: "/category/kremy-tela" });
    expect(listActions(await importTable("categories", movedCategories))).toEqual([]);
    expect((await shop.request("GET", "/v1/products?category=telo")).body.data.total).toBe(1);
  });

  it("keep their children when only their slug changes, even if the file contains the children", async () => {
    const rename = "slug,renamed_from,position\nface,litso,5\nkremy,,7\n";
    expect(listActions(await importTable("categories", rename))).toEqual(["changed face", "changed kremy"]);
    expect((await run("categories list")).data).toMatchObject([
      { slug: "face", parent: "", position: "5" },
      { slug: "kremy", parent: "face", position: "7" },
    ]);
    const reusedSlug = "slug,renamed_from,name_ru,name_en\nlitso,face,Лицо,Face\nface,,Новое,New\n";
    expect(listActions(await importTable("categories", reusedSlug))).toEqual(["changed litso", "added face"]);
  });

  it("form a tree", async () => {
    const cycle = "slug,parent\nlitso,kremy\n";
    expect(await getImportError("categories", cycle)).toContain('line 2, parent: "litso" would be its own ancestor');
    expect(await getImportError("categories", "slug,parent\nlitso,nowhere\n")).toContain(
      'there is no category "nowhere"',
    );
    const unknownSlug = "slug,renamed_from,name_ru,name_en\nnew,krem,А,A\n";
    expect(await getImportError("categories", unknownSlug)).toContain(
      'line 2, renamed_from: there is no category "krem"',
    );
    const existingSlugs = "slug,renamed_from\nlitso,kremy\n";
    expect(await getImportError("categories", existingSlugs)).toContain('the shop has both "kremy" and "litso"');
  });

  it("read their images from the folder of the file", async () => {
    await importTable("categories", "slug,image\nkremy,wide.png\n");
    const [, row] = (await run("categories list")).data as { image: string }[];
    expect(row?.image).toMatch(/^[a-f0-9]{24}$/);
    expect(await getImportError("categories", "slug,image\nkremy,none.png\nlitso,abcdef012345\n")).toMatch(
      /line 2, image: none.png: there is no such image[\s\S]*line 3, image: there is no image "abcdef012345"/,
    );
  });
});

describe("reference data", () => {
  it("of customs shows what changes and when", async () => {
    const file = writeTableFile(
      "country,valid_from,limit,limit_currency,duty_percent,duty_base,vat_percent,vat_base,fee_currency,source,checked_at,confidence\n" +
        "GE,2027-01-01,200,GEL,5,whole,18,whole,GEL,rs.ge,2026-11-20,medium\n",
    );
    const { lines } = await run("customs import", file, { "dry-run": true });
    expect(lines).toContain("GE will be:");
    expect(lines).toContain(
      "    from 2027-01-01: free up to 200 GEL a parcel; duty 5 % of everything, VAT 18 % of everything",
    );
    await run("customs import", file);
    const preview = await run("customs preview", undefined, { country: "GE", date: "2026-12-31" });
    expect((preview.data as { from: string }[]).map(({ from }) => from)).toEqual(["2026-12-31", "2027-01-01"]);
    await importTable("customs", readFileSync(file, "utf8"), {});
    const invalidRule = "country,valid_from,valid_to\nGE,2027-01-01,2026-01-01\nXX,2027-01-01,\n";
    expect(await getImportError("customs", invalidRule)).toContain("the customs rule is new, and lacks");
    expect(await getImportError("customs", "country,valid_from,duty_percent\nGE,2027-01-01,1000\n")).toContain(
      "duty_percent",
    );
    expect(await getImportError("customs", "country,valid_from,valid_to\nGE,2027-01-01,2026-01-01\n")).toContain(
      "line 2, valid_to: must be after valid_from",
    );
    await shop.db
      .deleteFrom("customs_rules")
      .where("country", "=", "GE")
      .where("valid_from", "=", "2027-01-01")
      .execute();
  });

  it("of countries has postcode examples that match their patterns", async () => {
    const message = await getImportError(
      "countries",
      "code,postcode_pattern,postcode_example\nRU,^[0-9]{6}$,12345\nKZ,^([0-9]+)+$,\nBY,[0-9],\nAM,^[0-9$,\n",
    );
    for (const line of ["line 3, postcode_pattern", "line 4, postcode_pattern", "line 5, postcode_pattern"])
      expect(message).toContain(line);
    expect(await getImportError("countries", "code,postcode_example\nRU,12345\n")).toContain('"12345" does not match');
    const withoutUsedCountry = readFileSync(await exportTable("countries"), "utf8").replace(/^RU,.*\n/m, "");
    expect(await getImportError("countries", withoutUsedCountry, { "delete-missing": true })).toContain(
      "RU has shipping methods",
    );
  });

  it("of shipping reaches shoppers within a second", async () => {
    const getPrice = async () =>
      (await shop.request("GET", "/v1/delivery/methods")).body.data.items.find(({ code }) => code === "ems")?.price;
    const before = await getPrice();
    expect(await importTable("shipping-methods", "code,price\nems,777\n")).toMatchObject({ changes: [{ key: "ems" }] });
    shop.clock.advance(CACHE_TTL_MS);
    expect(await getPrice()).toBe(777);
    await importTable("shipping-methods", "code,price\nems,\n");
    shop.clock.advance(CACHE_TTL_MS);
    expect(await getPrice()).toBe(before);
    const message = await getImportError("shipping-countries", "method,country,days_min,days_max\nrocket,ZZ,9,5\n");
    for (const line of [
      'line 2, method: there is no shipping method "rocket"',
      "line 2, country: there is no country ZZ",
      "line 2, days_max: cannot be less than days_min",
    ])
      expect(message).toContain(line);
    expect(await getImportError("shipping-refusals", "method,hazard\nems,bomb\n")).toContain("line 2, hazard");
  });

  it("of currencies can be added with a rate, shown and hidden", async () => {
    const getCodes = async () =>
      (await shop.request("GET", "/v1/currencyList")).body.data.items.map(({ iso_code }) => iso_code);
    await importTable("currencies", 'code,name_ru,name_en,sign,rate,position\nCNY,Юань,Yuan,CN¥,"11,5",9\n');
    shop.clock.advance(CACHE_TTL_MS);
    expect(await getCodes()).toContain("CNY");
    await importTable("currencies", "code,shown\nCNY,no\n");
    shop.clock.advance(CACHE_TTL_MS);
    expect(await getCodes()).not.toContain("CNY");
    expect(await getImportError("currencies", "code,shown,rate\nUSD,no,1\nRUB,yes,2\n")).toMatch(
      /line 2, shown: USD is the default currency of a language[\s\S]*line 3, rate: RUB is the shop's own currency/,
    );
    const file = readFileSync(await exportTable("currencies"), "utf8");
    expect(await getImportError("currencies", file.replace(/^EUR.*\n/m, ""), { "delete-missing": true })).toContain(
      "EUR is",
    );
    await importTable("currencies", file.replace(/^CNY.*\n/m, ""), { "delete-missing": true });
  });

  it("of banners is shown within its dates", async () => {
    const getTitles = async () => (await shop.request("GET", "/v1/home")).body.data.banners.map(({ title }) => title);
    const header = "name,locale,place,title,href,theme_color,wide_image,narrow_image,starts_at,ends_at\n";
    const row = "sale,ru-RU,hero,Скидки,/brands,sakura,wide.png,wide.png";
    await importTable("banners", `${header}${row},2026-11-20T00:00:00Z,2026-11-21T00:00:00Z\n`);
    expect(await getTitles()).toEqual(["Скидки"]);
    await importTable("banners", `${header}${row},2026-11-21T00:00:00Z,\n`);
    expect(await getTitles()).toEqual([]);
    expect(await getImportError("banners", `${header}${row},2026-11-21T00:00:00Z,2026-11-20T00:00:00Z\n`)).toContain(
      "line 2, ends_at: must be after starts_at",
    );
    expect(await getImportError("banners", "name,locale,href\nsale,ru-RU,https://example.com\n")).toContain(
      "line 2, href",
    );
  });
});

async function exportTable(table: string): Promise<string> {
  const path = join(folder, `${table}.csv`);
  await run(`${table} export`, path);
  return path;
}
