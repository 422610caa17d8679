import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commonRefusals } from "./api/src/platform/errors.ts";
import { migrationsIn } from "./api/src/platform/migrate.ts";
import apiEnglish from "./api/src/texts/en-US.json" with { type: "json" };
import apiRussian from "./api/src/texts/ru-RU.json" with { type: "json" };
import webEnglish from "./web/app/messages/en-US.json" with { type: "json" };
import webRussian from "./web/app/messages/ru-RU.json" with { type: "json" };

const root = import.meta.dirname;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = (folder: string) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).toSorted();

describe("texts", () => {
  it("has a Russian and an English text for every refusal", async () => {
    const codes = Object.keys(commonRefusals);
    for (const file of globSync("api/src/*/schema.ts", { cwd: root })) {
      const { refusals = {} } = (await import(join(root, file))) as { refusals?: object };
      codes.push(...Object.keys(refusals));
    }
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => !(code in apiRussian) || !(code in apiEnglish))).toEqual([]);
  });

  it.each([
    ["the API", "api/src", apiRussian, apiEnglish],
    ["the storefront", "web/app", webRussian, webEnglish],
  ])("of %s are the same in both languages, and are all used", (_who, folder, ru, en) => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(ru).toSorted());
    const isSaid = saidIn(sources(folder).filter((file) => !file.endsWith(".test.ts")));
    expect(Object.keys(ru).filter((key) => !isSaid(key))).toEqual([]);
  });

  it("count in all Russian forms", () => {
    const all = Object.entries({ ...apiRussian, ...webRussian });
    const counting = all.filter(([, text]) => text.includes(", plural,"));
    const forms = ["one", "few", "many", "other"];
    const lacking = counting.filter(([, text]) => !forms.every((form) => new RegExp(`\\b${form} \\{`).test(text)));
    expect(counting.length).toBeGreaterThan(0);
    expect(lacking.map(([key]) => key)).toEqual([]);
  });

  it("are written as the house writes: ё-quotes and no exclamation", () => {
    const loud = Object.entries({ ...apiRussian, ...webRussian }).filter(([, text]) => /["!]/.test(text));
    expect(loud.map(([key]) => key)).toEqual([]);
  });
});

describe("the shop of the demonstration", () => {
  const folders =
    /^(api\/src|web\/(app|public|offline)|server\/src|gateway\/src|shop\/src)\/.*\.(ts|tsx|js|json|css|svg|webmanifest)$/;
  const sourcesOfShop = files.filter((file) => folders.test(file) && !/\.test\.tsx?$/.test(file));
  /** What no shopper reads: the scope of packages, names of connections, folders and keys of the program. */
  const internal = [
    ...[/"@furoshiki\/[\w/-]+"/g, /application_name: "furoshiki[\w-]*"/g, /"furoshiki sealing"/g, /id: "furoshiki"/g],
    ...[
      /user: "furoshiki"/g,
      /SUPERUSER = "furoshiki"/g,
      /"-U", "furoshiki"/g,
      /`furoshiki-\$\{/g,
      /furoshiki: "backup"/g,
      /\.furoshiki === "backup"/g,
    ],
  ];
  const named = (text: string) =>
    /furoshiki|osaka|осак[аеиу]|фуросики/i.test(internal.reduce((rest, one) => rest.replaceAll(one, ""), text));

  it("is not named in code, texts, emails or files of the storefront: the demonstration data names it", () => {
    expect(sourcesOfShop.length).toBeGreaterThan(700);
    expect(sourcesOfShop.filter((file) => named(read(file)))).toEqual([]);
    expect(named("const NAME = 'Furoshiki'")).toBe(true);
    expect(named("Собираем в Осаке")).toBe(true);
  });

  it("has its country in no text", () => {
    const all = Object.entries({ ...webEnglish, ...apiEnglish }).concat(
      Object.entries({ ...webRussian, ...apiRussian }),
    );
    expect(all.filter(([, text]) => /japan|tokyo|япон|токио/i.test(text)).map(([key]) => key)).toEqual([]);
  });
});

/** Which room writes which tables; another room asks it to. */
const tablesOf: Record<string, string[]> = {
  platform: [
    ...["settings", "setting_changes", "reference_version", "rate_limits", "idempotency_keys"],
    ...["mails", "media", "media_folders", "brand_files", "signing_keys", "retired_signing_keys"],
  ],
  money: ["currencies", "currency_rates"],
  content: ["banners", "redirects"],
  account: [
    ...["customers", "sessions", "password_resets", "email_links", "email_changes"],
    ...["addresses", "consents", "second_factors", "recovery_codes", "known_devices"],
  ],
  notifications: ["notifications", "announcements"],
  customs: ["customs_rules", "export_limits"],
  delivery: ["countries", "shipping_methods", "shipping_method_countries", "shipping_refusals", "pickup_points"],
  catalogue: [
    ...["categories", "manufacturers", "series", "usages", "tags", "products", "product_variants"],
    ...[
      "price_history",
      "product_images",
      "product_alerts",
      "gone_products",
      "product_ingredients",
      "product_deletions",
    ],
    ...["avoided_ingredients"],
  ],
  pages: ["pages", "page_versions"],
  quizzes: ["quizzes", "quiz_results"],
  journal: ["posts", "post_tags", "post_products"],
  search: ["product_terms", "search_queries", "search_synonyms", "search_vocabulary"],
  promotions: [
    ...["promo_codes", "promo_code_products", "promo_code_categories", "promo_uses", "presents", "present_products"],
    ...["gift_certificates", "gift_certificate_entries", "order_certificates"],
  ],
  bonuses: ["bonus_accounts", "bonus_entries"],
  wishlist: ["wishlist_items"],
  reviews: ["reviews", "review_photos", "review_uploads", "review_votes", "questions"],
  orders: ["orders", "order_lines", "order_history"],
  payments: ["payments", "payment_attempts", "payment_mendings", "refunds", "webhook_events"],
  cart: ["carts", "cart_lines", "cart_presents", "cart_certificates", "cart_set_aside"],
};

describe("tables", () => {
  it("belong to one room each", () => {
    const made = migrationsIn(join(root, "api/migrations")).flatMap(({ sql }) =>
      [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gim)].map((match) => match[1]),
    );
    expect(Object.values(tablesOf).flat().toSorted()).toEqual(made.toSorted());
  });

  it("are written by their own room alone", () => {
    const written = sources("api/src")
      .filter((file) => !/(\.test|\/fixtures|\.generated)\.ts$/.test(file))
      .flatMap((file) => writesIn(read(file)).map((table) => ({ file, room: file.split("/")[2] ?? "", table })));
    expect(written.length).toBeGreaterThan(20);
    const strange = written.filter(({ room, table }) => !tablesOf[room]?.includes(table));
    expect(strange.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
  });

  it.each([
    ['db.insertInto("orders").values(x)', ["orders"]],
    ['db.updateTable("orders as o").set(x)', ["orders"]],
    ["sql`insert into stock_moves (id) values (1)`", ["stock_moves"]],
    ["sql`\n  update product_variants v set stock = 1`", ["product_variants"]],
    ["sql`with gone as (delete from cart_lines returning id) select 1`", ["cart_lines"]],
    ["sql`select 1 from orders for update`", []],
    ["sql`insert into a (b) values (1) on conflict (b) do update set b = 2`", ["a"]],
  ])("are seen to be written in %s", (source, tables) => {
    expect(writesIn(source)).toEqual(tables);
  });
});

describe("files", () => {
  it("are named by what they know", () => {
    const empty = /(^|\/)(utils?|helpers?|common|shared|misc|index)(\.[^/]*)?(\/|$)/;
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });

  it("stay small enough to be read at once, unless they are tables of data", () => {
    const isData = (file: string) => /\.(json|md|sql)$|recorded|\.generated\./.test(file);
    const code = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !isData(file));
    const long = code.filter((file) => read(file).split("\n").length > 400);
    expect(long).toEqual([]);
  });

  it("are no secrets, databases or pictures of test runs", () => {
    const strange = files.filter((file) =>
      /\.(secret|env|pem|sqlite|zip|trace|log)$|(^|\/)\.data/.test(basename(file)),
    );
    expect(strange).toEqual([]);
  });
});

/** Tells whether a key is named somewhere: as it is, or by a template that makes it. */
function saidIn(paths: readonly string[]): (key: string) => boolean {
  const all = paths.map(read).join("\n");
  const templates = [...all.matchAll(/`([\w.-]*\$\{[^`\s]+)`/g)].map(
    (match) => new RegExp(`^${(match[1] ?? "").replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, ".+")}$`),
  );
  return (key) =>
    all.includes(`"${key}"`) || all.includes(`${key}:`) || templates.some((template) => template.test(key));
}

/** The tables that a source inserts into, updates or deletes from: with Kysely's builder, or in SQL. */
function writesIn(source: string): string[] {
  const built = source.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'](\w+)/g);
  const written = source.matchAll(
    /\b(?:insert\s+into|delete\s+from|truncate|(?<!\b(?:for|do)\s+)update)\s+(?!set\b)([a-z_]+)\b(?=[\s(`])/gi,
  );
  return [...built, ...written].map((match) => match[1] ?? "");
}
