import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { aProduct } from "../../api/src/catalogue/fixtures.ts";
import type { DataImported } from "../../api/src/platform/data-file-import.ts";
import { forgetEverything } from "../../api/src/platform/fresh.ts";
import { pictureTool } from "../../api/src/platform/picture-tool.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { commands } from "./commands.ts";

const shop = await openTestShop();
const folder = mkdtempSync(join(tmpdir(), "furoshiki-data-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(name: string, file?: string, options: Record<string, string | boolean> = {}) {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  const { signal } = new AbortController();
  const given = { FILE: file };
  return command.run({ house: shop.house, pool: shop.pool, given, options, progress: () => undefined, signal });
}
const fileOf = (content: string, name = "table.csv") => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const take = async (table: string, content: string, options: Record<string, boolean> = {}) =>
  (await run(`${table} import`, fileOf(content), options)).data as DataImported;
const complaint = (table: string, content: string, options: Record<string, boolean> = {}) =>
  take(table, content, options).then(
    () => "imported",
    (error: Error) => error.message,
  );
const actions = ({ changes }: DataImported) => changes.map(({ action, key }) => `${action} ${key}`);

/** Tables that are edited as files. */
const dataTables = commands.flatMap(({ name, options = {} }) =>
  "delete-missing" in options ? [name.replace(" import", "")] : [],
);

/** Running processes see a change this much later. */
const WITHIN_A_SECOND_MS = 1000;

const categories = `slug,parent,name_ru,name_en,position
litso,,Лицо,Face,1
kremy,litso,Кремы,Creams,1
`;
const brands = `slug,name,name_ru,tagline_ru,theme_color,position
mizunora,Mizunora,Мидзунора,"Вода, ""мягкая""",mizu,1
`;

beforeEach(async () => {
  const sharp = await pictureTool();
  const pixels = await sharp({ create: { width: 64, height: 32, channels: 3, background: "#1b3945" } })
    .png()
    .toBuffer();
  writeFileSync(join(folder, "wide.png"), pixels);
  await take("categories", categories);
  await take("brands", brands);
  forgetEverything();
});

describe("every table as a file", () => {
  it("is there with list, import and export", () => {
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
          "export-limits",
          "series",
        ],
        ...["shipping-countries", "shipping-methods", "shipping-refusals", "synonyms", "tags"],
      ].toSorted(),
    );
  });

  it.each(dataTables)("reads its own export again without a change: %s", async (table) => {
    await take("series", "brand,name\nmizunora,Aqua Layer\n");
    await take("tags", "slug,name_ru,name_en\nsakura,Сакура,Sakura\n");
    await take("concerns", "slug,name_ru,name_en\ndry,Сухая кожа,Dry skin\n");
    await take("synonyms", "word,same_as\nшампунька,шампунь\nhair mask,маска\nhair,mask маска\n");
    await take(
      "banners",
      "name,locale,place,title,href,theme_color,wide,narrow,starts_at\nspring,ru-RU,hero,Весна,/brands?sort=new,sakura,wide.png,wide.png,2026-12-01T00:00:00+03:00\n",
    );
    for (const ending of ["csv", "jsonl"]) {
      const path = join(folder, `export.${ending}`);
      const { data } = await run(`${table} export`, path);
      const { rows } = data as { rows: number };
      expect(rows).toBeGreaterThan(0);
      expect((await run(`${table} list`)).lines).toHaveLength(rows + 1);
      const again = (await run(`${table} import`, path, { "delete-missing": true })).data;
      expect(again).toMatchObject({ rows, unchanged: rows, changes: [], preview: [] });
    }
  });

  it("checks the path of an export before anything is read, and leaves an older file as it is", async () => {
    await expect(run("brands export", "/nonexistent/a.csv")).rejects.toThrow("/nonexistent/a.csv cannot be written");
    await expect(run("export products", "/nonexistent/a.csv")).rejects.toThrow("/nonexistent/a.csv cannot be written");
    await expect(run("brands export", join(folder, "a.xls"))).rejects.toThrow("neither .csv nor .jsonl");
  });
});

describe("an import", () => {
  it("names every wrong field with its line and column, and changes nothing", async () => {
    const message = await complaint(
      "brands",
      "slug,name,name_ru,theme_color,position\nmizunora,New,Новый,mizu,1\nBad Slug,A,Б,pink,-1\nasahi,,Б,mizu,1\nmizunora,A,Б,mizu,1\n",
    );
    for (const line of [
      'line 3, slug: "Bad Slug", but takes up to 100 small Latin letters',
      'line 3, theme_color: "pink", but takes sakura, fuji',
      'line 3, position: "-1", but takes a whole number from 0',
      'line 4, name: "", but takes 1 to 200 characters',
      "line 5 (mizunora): is in line 2 already",
    ])
      expect(message).toContain(line);
    expect((await run("brands list")).data).toMatchObject([{ slug: "mizunora", name: "Mizunora" }]);
    expect(await complaint("brands", "slug,position\nasahi,1\n")).toContain(
      "the brand is new, and lacks name, name_ru",
    );
    expect(await complaint("brands", "name\nA\n")).toContain('The column "slug" is missing');
  });

  it("shows in a dry run what it would change, and writes nothing", async () => {
    const file = fileOf("slug,name,name_ru,position\nmizunora,Mizunora,Мидзунора,2\nasahi,Asahi,Асахи,1\n");
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

  it("keeps rows that the file lacks, or deletes them if none is in use", async () => {
    await aProduct(shop.db, { category: { id: 2, path: [1, 2] }, manufacturerId: 1 });
    const other = "slug,name,name_ru\nasahi,Asahi,Асахи\n";
    expect(actions(await take("brands", other))).toEqual(["added asahi"]);
    expect(await complaint("brands", other, { "delete-missing": true })).toContain("mizunora has 1 products");
    const without = "slug,name,name_ru\nmizunora,Mizunora,Мидзунора\n";
    expect(actions(await take("brands", without, { "delete-missing": true }))).toEqual(["deleted asahi"]);
    expect(await complaint("categories", "slug\nlitso\n", { "delete-missing": true })).toContain(
      "kremy has 1 products",
    );
  });
});

describe("categories", () => {
  it("move, are renamed with a redirect, and take their products with them; pages see it without a restart", async () => {
    const { slug } = await aProduct(shop.db, { category: { id: 2, path: [1, 2] } });
    const crumbs = async () =>
      (await shop.ask("GET", `/v1/products/${slug}`)).body.data.breadcrumbs.map((one) => one.link_rewrite);
    expect(await crumbs()).toEqual(["litso", "kremy"]);
    const moved =
      "slug,renamed_from,parent,name_ru,name_en\ntelo,,,Тело,Body\nmasla,,telo,Масла,Oils\nkremy-tela,kremy,masla,Кремы,Creams\n";
    expect(actions(await take("categories", moved))).toEqual(["added telo", "added masla", "changed kremy-tela"]);
    shop.clock.advance(WITHIN_A_SECOND_MS);
    expect(await crumbs()).toEqual(["telo", "masla", "kremy-tela"]);
    const redirect = await shop.ask("GET", "/v1/redirects?path=/category/kremy");
    expect(redirect.body.data).toEqual({ to: "/category/kremy-tela" });
    expect(actions(await take("categories", moved))).toEqual([]);
    expect((await shop.ask("GET", "/v1/products?category=telo")).body.data.total).toBe(1);
  });

  it("keep their children when only their slug changes, also if the file has the children", async () => {
    const rename = "slug,renamed_from,position\nface,litso,5\nkremy,,7\n";
    expect(actions(await take("categories", rename))).toEqual(["changed face", "changed kremy"]);
    expect((await run("categories list")).data).toMatchObject([
      { slug: "face", parent: "", position: "5" },
      { slug: "kremy", parent: "face", position: "7" },
    ]);
    const reused = "slug,renamed_from,name_ru,name_en\nlitso,face,Лицо,Face\nface,,Новое,New\n";
    expect(actions(await take("categories", reused))).toEqual(["changed litso", "added face"]);
  });

  it("are a tree", async () => {
    const cycle = "slug,parent\nlitso,kremy\n";
    expect(await complaint("categories", cycle)).toContain('line 2, parent: "litso" would be its own ancestor');
    expect(await complaint("categories", "slug,parent\nlitso,nowhere\n")).toContain('there is no category "nowhere"');
    const typo = "slug,renamed_from,name_ru,name_en\nnew,krem,А,A\n";
    expect(await complaint("categories", typo)).toContain('line 2, renamed_from: there is no category "krem"');
    const both = "slug,renamed_from\nlitso,kremy\n";
    expect(await complaint("categories", both)).toContain('the shop has both "kremy" and "litso"');
  });

  it("have pictures from next to the file", async () => {
    await take("categories", "slug,picture\nkremy,wide.png\n");
    const [, row] = (await run("categories list")).data as { picture: string }[];
    expect(row?.picture).toMatch(/^[a-f0-9]{24}$/);
    expect(await complaint("categories", "slug,picture\nkremy,none.png\nlitso,abcdef012345\n")).toMatch(
      /line 2, picture: none.png: there is no such picture[\s\S]*line 3, picture: there is no picture "abcdef012345"/,
    );
  });
});

describe("reference data", () => {
  it("of customs says what changes when", async () => {
    const file = fileOf(
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
    await take("customs", readFileSync(file, "utf8"), {});
    const wrong = "country,valid_from,valid_to\nGE,2027-01-01,2026-01-01\nXX,2027-01-01,\n";
    expect(await complaint("customs", wrong)).toContain("the customs rule is new, and lacks");
    expect(await complaint("customs", "country,valid_from,duty_percent\nGE,2027-01-01,1000\n")).toContain(
      "duty_percent",
    );
    expect(await complaint("customs", "country,valid_from,valid_to\nGE,2027-01-01,2026-01-01\n")).toContain(
      "line 2, valid_to: must be after valid_from",
    );
    await shop.db
      .deleteFrom("customs_rules")
      .where("country", "=", "GE")
      .where("valid_from", "=", "2027-01-01")
      .execute();
  });

  it("of countries has postcodes that fit their patterns", async () => {
    const message = await complaint(
      "countries",
      "code,postcode_pattern,postcode_example\nRU,^[0-9]{6}$,12345\nKZ,^([0-9]+)+$,\nBY,[0-9],\nAM,^[0-9$,\n",
    );
    for (const line of ["line 3, postcode_pattern", "line 4, postcode_pattern", "line 5, postcode_pattern"])
      expect(message).toContain(line);
    expect(await complaint("countries", "code,postcode_example\nRU,12345\n")).toContain('"12345" does not match');
    const used = readFileSync(await exported("countries"), "utf8").replace(/^RU,.*\n/m, "");
    expect(await complaint("countries", used, { "delete-missing": true })).toContain("RU has shipping methods");
  });

  it("of shipping is seen by shoppers within a second", async () => {
    const price = async () =>
      (await shop.ask("GET", "/v1/delivery/methods")).body.data.items.find(({ code }) => code === "ems")?.price;
    const before = await price();
    expect(await take("shipping-methods", "code,price\nems,777\n")).toMatchObject({ changes: [{ key: "ems" }] });
    shop.clock.advance(WITHIN_A_SECOND_MS);
    expect(await price()).toBe(777);
    await take("shipping-methods", "code,price\nems,\n");
    shop.clock.advance(WITHIN_A_SECOND_MS);
    expect(await price()).toBe(before);
    const message = await complaint("shipping-countries", "method,country,days_min,days_max\nrocket,ZZ,9,5\n");
    for (const line of [
      'line 2, method: there is no shipping method "rocket"',
      "line 2, country: there is no country ZZ",
      "line 2, days_max: cannot be less than days_min",
    ])
      expect(message).toContain(line);
    expect(await complaint("shipping-refusals", "method,hazard\nems,bomb\n")).toContain("line 2, hazard");
  });

  it("of currencies can be added with a rate, shown and hidden", async () => {
    const codes = async () =>
      (await shop.ask("GET", "/v1/currencyList")).body.data.items.map(({ iso_code }) => iso_code);
    await take("currencies", 'code,name_ru,name_en,sign,rate,position\nCNY,Юань,Yuan,CN¥,"11,5",9\n');
    shop.clock.advance(WITHIN_A_SECOND_MS);
    expect(await codes()).toContain("CNY");
    await take("currencies", "code,shown\nCNY,no\n");
    shop.clock.advance(WITHIN_A_SECOND_MS);
    expect(await codes()).not.toContain("CNY");
    expect(await complaint("currencies", "code,shown,rate\nUSD,no,1\nRUB,yes,2\n")).toMatch(
      /line 2, shown: USD is the default currency of a language[\s\S]*line 3, rate: RUB is the shop's own currency/,
    );
    const file = readFileSync(await exported("currencies"), "utf8");
    expect(await complaint("currencies", file.replace(/^EUR.*\n/m, ""), { "delete-missing": true })).toContain(
      "EUR is",
    );
    await take("currencies", file.replace(/^CNY.*\n/m, ""), { "delete-missing": true });
  });

  it("of banners is shown in its time", async () => {
    const titles = async () => (await shop.ask("GET", "/v1/home")).body.data.banners.map(({ title }) => title);
    const head = "name,locale,place,title,href,theme_color,wide,narrow,starts_at,ends_at\n";
    const row = "sale,ru-RU,hero,Скидки,/brands,sakura,wide.png,wide.png";
    await take("banners", `${head}${row},2026-11-20T00:00:00Z,2026-11-21T00:00:00Z\n`);
    expect(await titles()).toEqual(["Скидки"]);
    await take("banners", `${head}${row},2026-11-21T00:00:00Z,\n`);
    expect(await titles()).toEqual([]);
    expect(await complaint("banners", `${head}${row},2026-11-21T00:00:00Z,2026-11-20T00:00:00Z\n`)).toContain(
      "line 2, ends_at: must be after starts_at",
    );
    expect(await complaint("banners", "name,locale,href\nsale,ru-RU,https://example.com\n")).toContain("line 2, href");
  });
});

async function exported(table: string): Promise<string> {
  const path = join(folder, `${table}.csv`);
  await run(`${table} export`, path);
  return path;
}
