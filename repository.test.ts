import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { adminActions } from "./api/src/admin-actions.ts";
import { commonRefusals } from "./api/src/platform/http/errors.ts";
import { readMigrations } from "./api/src/platform/db/migrate.ts";
import apiEnglish from "./api/src/texts/en-US.json" with { type: "json" };
import apiRussian from "./api/src/texts/ru-RU.json" with { type: "json" };

const rootFolder = import.meta.dirname;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: rootFolder })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(rootFolder, file)));
const readSource = (file: string) => readFileSync(join(rootFolder, file), "utf8");
const listSources = (folder: string) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: rootFolder }).toSorted();

const readMessages = (folder: string) =>
  Object.assign(
    {},
    ...globSync([`${folder}.json`, `${folder}/*.json`], { cwd: rootFolder }).map(
      (file) => JSON.parse(readSource(file)) as object,
    ),
  ) as Record<string, string>;
const webEnglish = readMessages("web/app/messages/en-US");
const webRussian = readMessages("web/app/messages/ru-RU");
const adminEnglish = readMessages("admin/app/messages/en-US");
const adminRussian = readMessages("admin/app/messages/ru-RU");

describe("texts", () => {
  it("name every action in the audit log", () => {
    const keys = adminActions.map(({ name }) => `audit.action_${name}`);
    expect(keys.filter((key) => !(key in adminRussian) || !(key in adminEnglish))).toEqual([]);
  });

  it("has a Russian and an English text for every refusal", async () => {
    const codes = Object.keys(commonRefusals);
    for (const file of globSync("api/src/**/{schema,admin-schema}.ts", { cwd: rootFolder })) {
      const { refusals = {} } = (await import(join(rootFolder, file))) as { refusals?: object };
      codes.push(...Object.keys(refusals));
    }
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => !(code in apiRussian) || !(code in apiEnglish))).toEqual([]);
  });

  it.each([
    ["the API", "api/src", apiRussian, apiEnglish],
    ["the storefront", "web/app", webRussian, webEnglish],
    ["the back office", "admin/app", adminRussian, adminEnglish],
  ])("of %s have the same keys in both languages, and are all used", (_who, folder, ru, en) => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(ru).toSorted());
    const isUsed = createKeyUsageCheck(listSources(folder).filter((file) => !file.endsWith(".test.ts")));
    expect(Object.keys(ru).filter((key) => !isUsed(key))).toEqual([]);
  });

  it("have all plural forms in Russian", () => {
    const texts = Object.entries({ ...apiRussian, ...webRussian, ...adminRussian });
    const pluralTexts = texts.filter(([, text]) => text.includes(", plural,"));
    const forms = ["one", "few", "many", "other"];
    const incompleteTexts = pluralTexts.filter(
      ([, text]) => !forms.every((form) => new RegExp(`\\b${form} \\{`).test(text)),
    );
    expect(pluralTexts.length).toBeGreaterThan(0);
    expect(incompleteTexts.map(([key]) => key)).toEqual([]);
  });

  it("follow the style guide: no straight quotes, no exclamation marks", () => {
    const invalidTexts = Object.entries({ ...apiRussian, ...webRussian, ...adminRussian }).filter(([, text]) =>
      /["!]/.test(text),
    );
    expect(invalidTexts.map(([key]) => key)).toEqual([]);
  });
});

describe("the demo store", () => {
  const storePaths =
    /^(api\/src|design-system\/(i18n|ui)|web\/(app|public|offline)|admin\/(app|public)|server\/src|sandbox-gateway\/src|cli\/src)\/.*\.(ts|tsx|js|json|css|svg|webmanifest)$/;
  const storeSources = files.filter((file) => storePaths.test(file) && !/\.test\.tsx?$/.test(file));
  /** Names that no shopper sees: package scope, database connections, folders and keys of the program. */
  const internalNames = [
    ...[
      /"@furoshiki\/[\w./?=-]+"/g,
      /application_name: "furoshiki[\w-]*"/g,
      /"furoshiki encryption"/g,
      /SHOP_ID = "furoshiki"/g,
    ],
    ...[
      /user: "furoshiki"/g,
      /SUPERUSER = "furoshiki"/g,
      /"-U", "furoshiki"/g,
      /`furoshiki-\$\{/g,
      /furoshiki: "backup"/g,
      /\.furoshiki === "backup"/g,
      // Metrics, their messages, and the tracer.
      /"furoshiki_[a-z_]+"/g,
      /"furoshiki\.[a-z_]+"/g,
      /_NAME = "furoshiki"/g,
    ],
  ];
  const containsDemoName = (text: string) =>
    /furoshiki|osaka|осак[аеиу]|фуросики/i.test(internalNames.reduce((rest, one) => rest.replaceAll(one, ""), text));

  it("is not named in code, texts, emails or files of the storefront: its name comes from the demo data", () => {
    expect(storeSources.length).toBeGreaterThan(700);
    expect(storeSources.filter((file) => containsDemoName(readSource(file)))).toEqual([]);
    expect(containsDemoName("const NAME = 'Furoshiki'")).toBe(true);
    expect(containsDemoName("Собираем в Осаке")).toBe(true);
  });

  it("has its country in no text", () => {
    const texts = Object.entries({ ...webEnglish, ...apiEnglish }).concat(
      Object.entries({ ...webRussian, ...apiRussian }),
    );
    expect(texts.filter(([, text]) => /japan|tokyo|япон|токио/i.test(text)).map(([key]) => key)).toEqual([]);
  });
});

/** The tables that each module writes; other modules call its service. */
const tablesByModule: Record<string, string[]> = {
  platform: [
    ...["settings", "setting_changes", "reference_data_version", "rate_limits", "idempotency_keys"],
    ...["emails", "media", "media_folders", "brand_files", "signing_keys", "retired_signing_keys"],
    "secret_fingerprint",
    ...["audit_entries", "audit_seals", "audit_verifications", "undo_records", "content_changes", "cdn_purges"],
  ],
  staff: [
    ...["roles", "staff", "staff_sessions", "staff_known_devices", "staff_invitations", "staff_recovery_codes"],
    ...["staff_demo_links", "approvals", "staff_notifications", "presence"],
  ],
  tasks: ["tasks", "task_items"],
  system: ["processes"],
  "catalog-admin": ["unused_images", "product_previews"],
  money: ["currencies", "currency_rates"],
  content: ["banners", "redirects"],
  account: [
    ...["customers", "sessions", "password_resets", "email_links", "email_changes"],
    ...["addresses", "consents", "message_preferences", "second_factors", "recovery_codes", "known_devices"],
    ...["login_codes", "passkeys", "passkey_challenges"],
  ],
  notifications: ["notifications", "announcements", "push_subscriptions", "push_keys"],
  customs: ["customs_rules", "export_limits", "declaration_limits"],
  delivery: ["countries", "shipping_methods", "shipping_method_countries", "shipping_restrictions", "pickup_points"],
  catalog: [
    ...["categories", "brands", "series", "concerns", "tags", "products", "product_variants"],
    ...[
      "stock_movements",
      "price_history",
      "product_images",
      "product_alerts",
      "discontinued_products",
      "product_ingredients",
      "composition_names",
      "composition_name_updates",
      "product_deletions",
      "product_goods",
      "product_listing",
      "product_listing_state",
      "outdated_translations",
    ],
    ...["ingredients", "excluded_ingredients"],
  ],
  inventory: ["stock_counts", "stock_count_lines", "stock_count_scans"],
  purchasing: ["suppliers", "purchase_orders", "purchase_order_lines", "variant_costs"],
  "cms-pages": ["pages", "page_versions"],
  quizzes: ["quizzes", "quiz_results"],
  blog: ["posts", "post_tags", "post_products"],
  search: ["product_terms", "search_queries", "search_query_visitors", "search_synonyms", "search_vocabulary"],
  "gift-cards": ["gift_cards", "gift_card_entries", "order_gift_cards"],
  promotions: [
    ...[
      "promo_codes",
      "promo_code_products",
      "promo_code_categories",
      "promo_code_uses",
      "gift_tiers",
      "gift_tier_products",
    ],
  ],
  loyalty: ["loyalty_accounts", "loyalty_entries"],
  wishlist: ["wishlist_items", "wishlist_shares", "wishlist_gifts"],
  reviews: [
    ...["reviews", "review_photos", "review_uploads", "review_votes", "review_words", "review_word_updates"],
    ...["review_summaries", "questions", "reply_templates"],
  ],
  orders: [
    "orders",
    "order_lines",
    "order_history",
    "order_notes",
    "order_message_photos",
    "recipient_identities",
    "order_assignments",
    "joined_orders",
    "on_time_rates",
  ],
  payments: ["payments", "payment_attempts", "payment_corrections", "refunds", "refund_lines", "webhook_events"],
  fulfillment: [
    ...["customs_checks", "documents", "document_numbers", "carrier_orders"],
    ...["shipments", "shipment_items", "shipment_scans", "shipment_events"],
  ],
  "order-edits": ["order_edits"],
  returns: ["returns", "return_lines", "return_refunds", "return_photos"],
  imports: ["imports", "import_file_parts", "import_changes", "import_profiles"],
  "saved-views": ["saved_views", "list_preferences"],
  drafts: ["drafts"],
  cart: ["carts", "cart_lines", "cart_gifts", "cart_gift_cards", "cart_saved_items"],
};

describe("tables", () => {
  it("belong to one module each", () => {
    const createdTables = readMigrations(join(rootFolder, "api/migrations")).flatMap(({ sql }) =>
      [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gim)].map((match) => match[1]),
    );
    expect(Object.values(tablesByModule).flat().toSorted()).toEqual(createdTables.toSorted());
  });

  it("are only written by their module", () => {
    const writes = listSources("api/src")
      .filter((file) => !/(\.test|\/fixtures|\.generated)\.ts$/.test(file))
      .flatMap((file) =>
        findWrittenTables(readSource(file)).map((table) => ({ file, module: file.split("/")[2] ?? "", table })),
      );
    expect(writes.length).toBeGreaterThan(20);
    // A sentence such as "Update the profile" looks like SQL, but names no table.
    const allTables = new Set(Object.values(tablesByModule).flat());
    const violations = writes.filter(
      ({ module, table }) => allTables.has(table) && !tablesByModule[module]?.includes(table),
    );
    expect(violations.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
  });

  it("have a comment on what a row is, and triggers one on their reason", () => {
    const statements = ["api/migrations", "sandbox-gateway/migrations"].flatMap((folder) =>
      readMigrations(join(rootFolder, folder)).flatMap(({ name, sql }) =>
        findUncommentedObjects(sql).map((object) => `${name}: ${object}`),
      ),
    );
    expect(statements).toEqual([]);
    expect(
      findUncommentedObjects("-- A cart.\ncreate table carts (\n  id integer\n);\n\ncreate table orders (\n);"),
    ).toEqual(["create table orders"]);
    expect(
      findUncommentedObjects("create function f();\n\ncreate trigger carts_after_insert after insert on carts;"),
    ).toEqual(["create trigger carts_after_insert"]);
  });

  it("of order lines are read without those that an edit has replaced, unless a line is named by its number", () => {
    const sources = ["api/src", "demo", "bench"]
      .flatMap(listSources)
      .filter((file) => !/(\.test|\/fixtures|\.generated)\.ts$/.test(file));
    const violations = sources.flatMap((file) =>
      findReadsOfReplacedLines(readSource(file)).map((line) => `${file}:${line}`),
    );
    expect(violations).toEqual([]);
    expect(findReadsOfReplacedLines("sql`select\nfrom order_lines l where l.order_id = 1`")).toEqual([2]);
    expect(findReadsOfReplacedLines('db.selectFrom("order_lines").selectAll()')).toEqual([1]);
    expect(findReadsOfReplacedLines("sql`from order_lines l where l.removed_by_edit is null`")).toEqual([]);
    expect(findReadsOfReplacedLines("join order_lines l on l.order_id = i.order_id and l.line = i.order_line")).toEqual(
      [],
    );
  });

  it.each([
    ['db.insertInto("orders").values(x)', ["orders"]],
    ['db.updateTable("orders as o").set(x)', ["orders"]],
    ["sql`insert into stock_moves (id) values (1)`", ["stock_moves"]],
    ["sql`\n  update product_variants v set stock = 1`", ["product_variants"]],
    ["sql`with gone as (delete from cart_lines returning id) select 1`", ["cart_lines"]],
    ["sql`select 1 from orders for update`", []],
    ["sql`insert into a (b) values (1) on conflict (b) do update set b = 2`", ["a"]],
  ])("are detected as written in %s", (source, tables) => {
    expect(findWrittenTables(source)).toEqual(tables);
  });
});

describe("files", () => {
  it("have specific names", () => {
    const vagueNames = /(^|\/)(utils?|helpers?|common|shared|misc|index)(\.[^/]*)?(\/|$)/;
    expect(files.filter((file) => vagueNames.test(file))).toEqual([]);
  });

  it("have at most 400 lines, unless they are data", () => {
    const isData = (file: string) => /\.(json|md|sql)$|recorded|\.generated\./.test(file);
    const code = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !isData(file));
    const longFiles = code.filter((file) => readSource(file).split("\n").length > 400);
    expect(longFiles).toEqual([]);
  });

  it("are no secrets, databases or artifacts of test runs", () => {
    const unwantedFiles = files.filter((file) =>
      /\.(secret|env|pem|sqlite|zip|trace|log)$|(^|\/)\.data/.test(basename(file)),
    );
    expect(unwantedFiles).toEqual([]);
  });
});

/** Returns a function that checks whether a key is used: literally, or by a template literal that can produce it. */
function createKeyUsageCheck(paths: readonly string[]): (key: string) => boolean {
  const allSources = paths.map(readSource).join("\n");
  const templates = [...allSources.matchAll(/`([\w.-]*\$\{[^`\s]+)`/g)].map(
    (match) => new RegExp(`^${(match[1] ?? "").replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, ".+")}$`),
  );
  return (key) =>
    allSources.includes(`"${key}"`) ||
    allSources.includes(`${key}:`) ||
    templates.some((template) => template.test(key));
}

/**
 * Finds queries of order lines that do not leave out replaced ones (`removed_by_edit`, docs/domain/order-edits.md). A
 * query ends where the next one of order lines begins. @returns the numbers of their lines in the source
 */
function findReadsOfReplacedLines(source: string): number[] {
  const reads = /\b(?:from|join|selectFrom\("|Join\(")\s*order_lines\b(?:(?!\border_lines\b)[^]){0,900}/g;
  const namesLine = /^join order_lines (\w+) on \1\.order_id = \S+ and \1\.line = |\band line = \$\{|max\("line"\)/;
  return [...source.matchAll(reads)]
    .filter(([text]) => !text.includes("removed_by_edit") && !namesLine.test(text))
    .map(({ index }) => source.slice(0, index).split("\n").length);
}

/** Returns the tables that a source inserts into, updates or deletes from, with Kysely or in SQL. */
function findWrittenTables(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  const kyselyWrites = code.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'](\w+)/g);
  const sqlWrites = code.matchAll(
    /\b(?:insert\s+into|delete\s+from|truncate|(?<!\b(?:for|do)\s+)update)\s+(?!set\b)([a-z_]+)\b(?=[\s(`])/gi,
  );
  return [...kyselyWrites, ...sqlWrites].map((match) => match[1] ?? "");
}

/** Returns the tables and triggers that a migration creates in a paragraph that does not start with a comment. */
function findUncommentedObjects(sql: string): string[] {
  return sql
    .split(/\n\n+/)
    .filter((paragraph) => !paragraph.trimStart().startsWith("--"))
    .flatMap((paragraph) => paragraph.match(/^create (?:(?:unlogged )?table|trigger) [\w.]+/gim) ?? []);
}
