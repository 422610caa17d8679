import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { templateVariables } from "./api/src/cms-pages/template-variables.ts";
import { settings } from "./api/src/settings.ts";
import { commands } from "./cli/src/commands.ts";
import { emailTemplates, jobs } from "./server/src/roles/jobs.ts";

/**
 * Words that the code of this project does not use, with the term to use instead. Terms are those of the field: see
 * `docs/glossary.md` and "Names" in `CONTRIBUTING.md`.
 */
const replacements: Record<string, string> = {
  amiss: "hasFailed",
  annas: "the demo customer",
  callOff: "cancel",
  catalogue: "catalog",
  dedication: "gift message",
  forget: "erase, anonymize, delete",
  forgetting: "data erasure",
  hear: "subscribe",
  idempotence: "idempotency",
  laid: "calculated",
  lay: "calculate",
  looking: "shopper context",
  mend: "repair, reconcile",
  mended: "repaired, reconciled",
  mending: "reconciliation",
  neighbour: "the service by its name",
  noticeDevice: "recordDevice",
  opinions: "reviews and questions",
  room: "module",
  rooms: "modules",
  sealing: "encryption",
  shownIn: "getPricingContext",
  stories: "specs",
  story: "spec",
  stranded: "discrepancy, stuck payment",
  takeNote: "acknowledgeChanges",
  teller: "analytics destination",
  tell: "publish, notify, send, log",
  told: "published, notified, sent, logged",
  upkeep: "maintenance",
  whoIs: "getCurrentUser",
  whom: "customer, recipient",
  wish: "update, params, wishlist item",
};

/** Words that only the wire or stored data have: as names of properties they are allowed, not in names of files. */
const wireOnly: Record<string, string> = {
  asked: "requested",
  aside: "saved for later",
  bonuses: "loyalty points",
  brought: "merged",
  certificate: "gift card",
  certificates: "gift cards",
  maker: "brand",
  means: "adjustments",
  presents: "gifts",
  usage: "concern",
  wire: "serializer",
  wishes: "updates",
};

/** Words that names of the database do not use. */
const sqlReplacements: Record<string, string> = {
  aside: "saved",
  asked: "requested, searched",
  begun: "started",
  behaviour: "behavior",
  bonus: "loyalty",
  bonuses: "loyalty points",
  bought: "purchased",
  certificate: "gift_card",
  certificates: "gift_cards",
  cloth: "theme_color",
  deed: "action",
  dropped: "discounted",
  fresh: "inserted",
  gone: "discontinued, deleted",
  head: "seo",
  held: "reserved, cached",
  honest: "reference price",
  idempotence: "idempotency",
  judged: "moderated, updated",
  kicker: "eyebrow",
  mail: "email",
  mails: "emails",
  maker: "brand",
  manufacturer: "brand",
  manufacturers: "brands",
  mending: "correction",
  mendings: "corrections",
  neighbour: "related",
  present: "gift",
  presents: "gifts, gift_tiers",
  reworded: "after_…_update",
  sealed: "encrypted",
  shelves: "category",
  told: "sent, published",
  tries: "attempts",
  twin: "alternate locale",
  usage: "concern",
  usages: "concerns",
  waiting: "pending",
  worth: "face_value",
  written: "updated_xid, saved",
};

/** Words that names of settings, jobs, commands, email templates and template variables do not have either. */
const operatedOnly: Record<string, string> = {
  dead: "failed",
  edition: "version",
  farewell: "account_deleted",
  letter: "email",
  letters: "emails",
  mail: "email",
  mails: "emails",
  picture: "image",
  pictures: "images",
  roubles: "rubles",
  sweep: "delete, erase",
  titles: "seo",
};

/** Phrases that comments do not use: metaphors, archaisms and references to documents outside the repository. */
const phrases: [RegExp, string][] = [
  [/\brooms?\b/i, "module"],
  [/\bthe house\b/i, "the app"],
  [/\b(he|his|him)\b/, "they, their, them: customers are *they*"],
  [/\b(laid|lays?) out\b/i, "calculated, rendered"],
  [/\bmend(s|ed|ing)?\b/i, "fix, repair, reconcile"],
  [/§|\bspec \d|\bdecisions: |\bpitfalls?\b/, "a file in docs/"],
  [/\b(lest|thus|shall|afresh|whither|whence)\b/i, "plain English"],
  [/\bopinions?\b/i, "review, question"],
];

const rootFolder = import.meta.dirname;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: rootFolder })
  .toString()
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(rootFolder, file)));
const sources = files.filter(
  (file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".generated.ts") && file !== "naming.test.ts",
);

type Source = { identifiers: Set<string>; comments: string[] };

/** Splits a source into its identifiers and its comments. Words in strings are neither. */
function parseSource(text: string): Source {
  const tokens = /("(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|([A-Za-z_$][\w$]*)/g;
  const result: Source = { identifiers: new Set(), comments: [] };
  for (const [, , comment, identifier] of text.matchAll(tokens)) {
    if (comment !== undefined) result.comments.push(comment);
    else if (identifier !== undefined) result.identifiers.add(identifier);
  }
  return result;
}

/** Splits a name into its words: `layOutCart` into `lay`, `out`, `cart`. */
function splitName(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** Describes the banned words of a name, with their replacements. Names with underscores are columns or wire names. */
function findBannedWords(name: string): string[] {
  if (name.includes("_")) return [];
  const words = [name, ...splitName(name)];
  return [...new Set(words)]
    .filter((word) => Object.hasOwn(replacements, word))
    .map((word) => `${name}: ${replacements[word]}`);
}

/** Describes the banned words of a name that operators read or the database stores, such as a key of a setting. */
function findBannedOperatedWords(name: string): string[] {
  const banned = { ...replacements, ...wireOnly, ...operatedOnly };
  const words = name.toLowerCase().split(/[^a-z]+/);
  const problems = words.filter((word) => Object.hasOwn(banned, word)).map((word) => `${name}: ${banned[word]}`);
  return name.endsWith("_per_address") ? [...problems, `${name}: per_ip_address`] : problems;
}

function findBannedFileNames(paths: readonly string[]): string[] {
  const banned = { ...replacements, ...wireOnly };
  return paths.flatMap((path) =>
    path
      .split(/[/.-]/)
      .filter((word) => Object.hasOwn(banned, word))
      .map((word) => `${path}: ${banned[word]}`),
  );
}

function findBannedPhrases(comment: string): string[] {
  return phrases.filter(([phrase]) => phrase.test(comment)).map(([, instead]) => `${comment.slice(0, 80)}: ${instead}`);
}

describe("names", () => {
  const parsed = sources.map((file) => ({ file, ...parseSource(readFileSync(join(rootFolder, file), "utf8")) }));

  it("of files use the terms of the field", () => {
    const codeFiles = files.filter((file) => !/^(docs\/examples|web\/public|demo\/data)\//.test(file));
    expect(codeFiles.length).toBeGreaterThan(1000);
    expect(findBannedFileNames(codeFiles)).toEqual([]);
  });

  it("of functions, types and variables use the terms of the field", () => {
    const found = parsed.flatMap(({ file, identifiers }) =>
      [...identifiers].flatMap(findBannedWords).map((problem) => `${file}: ${problem}`),
    );
    expect(parsed.length).toBeGreaterThan(1000);
    expect(found).toEqual([]);
  });

  it.each([
    ["settings", settings.map(({ key }) => key), /^[a-z_]+(\.[a-z_]+)+$/],
    ["jobs", jobs.map(({ name }) => name), /^[a-z_]+\.[a-z]+(_[a-z]+)*$/],
    ["email templates", Object.keys(emailTemplates), /^[a-z]+(_[a-z]+)*$/],
    ["template variables", Object.keys(templateVariables), /^[a-z_]+\.[a-z_]+$/],
    ["commands", commands.map(({ name }) => name), /^[a-z-]+( [a-z-]+)*$/],
    ["arguments", commands.flatMap((command) => (command.arguments ?? []).map(({ name }) => name)), /^[A-Z]+$/],
    ["options", commands.flatMap(({ options = {} }) => Object.keys(options)), /^[a-z]+(-[a-z]+)*$/],
  ])("of %s use the terms of the field", (_kind, names, form) => {
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !form.test(name))).toEqual([]);
    expect(names.flatMap(findBannedOperatedWords)).toEqual([]);
  });

  it("and comments are plain English", () => {
    const found = parsed.flatMap(({ file, comments }) =>
      comments.flatMap(findBannedPhrases).map((problem) => `${file}: ${problem}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["const laidOut = 1; // plain", ["laidOut: calculated"], []],
    ["type Teller = { name: string };", ["Teller: analytics destination"], []],
    ["callOff(order);", ["callOff: cancel"], []],
    ['const column = "payment_mendings"; // his cart', [], ["// his cart: they, their, them: customers are *they*"]],
    [
      "/** Asks another room (spec §5). */ const cart = 1;",
      [],
      expect.arrayContaining([expect.stringMatching("module$")]),
    ],
    ["order_told: z.string(), // the customer", [], []],
  ])("are checked in %s", (text, names, comments) => {
    const source = parseSource(text);
    expect([...source.identifiers].flatMap(findBannedWords)).toEqual(names);
    expect(source.comments.flatMap(findBannedPhrases)).toEqual(comments);
  });

  it.each([
    ["promotions.certificate_days", ["promotions.certificate_days: gift card"]],
    ["account.login_per_address", ["account.login_per_address: per_ip_address"]],
    ["account.login_per_ip_address", []],
    ["LETTER", ["LETTER: email"]],
  ])("of settings and commands are checked word by word in %s", (name, problems) => {
    expect(findBannedOperatedWords(name)).toEqual(problems);
  });

  it("of files are checked word by word", () => {
    expect(findBannedFileNames(["api/src/cart/wire-means.ts", "api/src/cart/serializer.ts"])).toEqual([
      "api/src/cart/wire-means.ts: serializer",
      "api/src/cart/wire-means.ts: adjustments",
    ]);
  });
});

/** Returns the names of tables, columns, types, functions, triggers, indexes and constraints that SQL creates. */
function listSqlNames(sql: string): string[] {
  const code = sql.replaceAll(/--[^\n]*/g, "");
  const objects = code.matchAll(
    /\b(?:create (?:or replace )?(?:unlogged )?(?:unique )?(?:table|type|function|trigger|index)(?: if not exists)?|constraint) (?:\w+\.)?"?(\w+)"?/gi,
  );
  const tables = code.matchAll(/\bcreate (?:unlogged )?table [\w.]+ \(\n([\s\S]*?)\n\);/gi);
  const columns = [...tables].flatMap((table) => [
    ...(table[1] ?? "").matchAll(/^ {2}"?(?!constraint\b)([a-z_]\w*)"? /gim),
  ]);
  return [...objects, ...columns].map((match) => match[1] ?? "");
}

function findBannedSqlWords(name: string): string[] {
  return name
    .split("_")
    .filter((word) => Object.hasOwn(sqlReplacements, word))
    .map((word) => `${name}: ${sqlReplacements[word]}`);
}

describe("names of the database", () => {
  it.each([
    ["api/schema.sql", 1000],
    ["sandbox-gateway/migrations/0001_gateway.sql", 50],
  ])("use the terms of the field in %s", (file, minNames) => {
    const names = listSqlNames(readFileSync(join(rootFolder, file), "utf8"));
    expect(names.length).toBeGreaterThan(minNames);
    expect([...new Set(names.flatMap(findBannedSqlWords))]).toEqual([]);
  });

  it.each([
    ["create table gift_certificates (\n  id integer\n);", ["gift_certificates: gift_cards"]],
    ["create unlogged table carts (\n  id integer,\n  use_bonus boolean\n);", ["use_bonus: loyalty"]],
    ['create table refunds (\n  "written_in" xid8 not null\n);', ["written_in: updated_xid, saved"]],
    ["CREATE OR REPLACE FUNCTION public.honest_old_price(price bigint)", ["honest_old_price: reference price"]],
    ["CREATE TRIGGER usage_reworded AFTER UPDATE", ["usage_reworded: concern", "usage_reworded: after_…_update"]],
    ["CREATE UNIQUE INDEX products_maker ON public.products", ["products_maker: brand"]],
    ["create table a.idempotence_keys (\n  key text\n);", ["idempotence_keys: idempotency"]],
    ["create table orders (\n  constraint orders_deed_check CHECK (true)\n);", ["orders_deed_check: action"]],
    ["create index orders_paid on orders (id); -- the maker's usage", []],
  ])("are checked in %s", (sql, problems) => {
    expect(listSqlNames(sql).flatMap(findBannedSqlWords)).toEqual(problems);
  });
});
