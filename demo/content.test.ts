import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { facts, factsIn } from "../api/src/pages/facts.ts";
import { examineMarkdown } from "../api/src/content/markdown.ts";
import { withTransaction } from "../api/src/platform/db.ts";
import type { Locale } from "../api/src/platform/locale.ts";
import { openTestShop } from "../api/test/harness.ts";
import { planBanners } from "./art.ts";
import { pageRows } from "./content.ts";
import { fillIdentity } from "./identity.ts";
import posts from "./data/posts.json" with { type: "json" };
import quizzes from "./data/quizzes.json" with { type: "json" };
import { allCategories, allTypes, activesFor } from "./tables.ts";

const shop = await openTestShop();
const texts = join(import.meta.dirname, "data/texts");
const files = ["blog", "news"].flatMap((folder) =>
  readdirSync(join(texts, folder)).map((file) => ({
    folder,
    file,
    text: readFileSync(join(texts, folder, file), "utf8"),
  })),
);

describe("the texts", () => {
  it("are the pages that each language has", () => {
    const slugs = (locale: string) =>
      pageRows(new Date())
        .filter((row) => row.locale === locale)
        .map((row) => String(row.slug))
        .toSorted();
    const both = [
      ...["about-us", "custom-tax", "delivery", "garantiy-i-vozvrat", "mobile-video", "oferta", "payment"],
      ...["payment-security", "pochemu-my", "privacy-policy", "privacy-policy-j"],
    ];
    expect(slugs("ru-RU")).toEqual(both);
    expect(slugs("en-US")).toEqual([...both, "legal-notice"].toSorted());
  });

  it("begin with a title and a lead, and hold nothing but clean HTML", () => {
    for (const { text } of files) {
      expect(text).toMatch(/^<h1[^>]*>[^<]+<\/h1>\s*<p class="lead">/);
      const tags = new Set([...text.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map((match) => match[1]));
      expect(
        [...tags].filter(
          (tag) => !/^(h[123]|p|ul|ol|li|a|strong|em|table|thead|tbody|tr|th|td|blockquote)$/.test(tag ?? ""),
        ),
      ).toEqual([]);
      expect(text).not.toMatch(/ on\w+=|javascript:/);
    }
  });

  it("speak calmly: no exclamation, no foreign quotes in Russian, Latin letters only in English", () => {
    for (const { file, text } of files) {
      const plain = text.replaceAll(/<[^>]+>/g, "");
      expect(plain).not.toContain("!");
      if (file.endsWith(".ru.html")) expect(plain).not.toMatch(/["“”]/);
      else expect(plain).not.toMatch(/[а-яё]/i);
    }
  });

  it("lead to addresses of their own language", () => {
    for (const { file, text } of files)
      for (const [, href = ""] of text.matchAll(/href="([^"]+)"/g)) {
        if (href.startsWith("https://")) continue;
        expect(href.startsWith("/en-US/")).toBe(file.endsWith(".en.html"));
      }
  });

  it("of the blog are there in both languages, of the news at least in Russian", () => {
    const has = (folder: string, file: string) => files.some((one) => one.folder === folder && one.file === file);
    for (const { kind, slug } of posts) {
      expect(has(kind, `${slug}.ru.html`)).toBe(true);
      if (kind === "blog") expect(has(kind, `${slug}.en.html`)).toBe(true);
    }
    expect(posts.filter((post) => post.kind === "blog")).toHaveLength(24);
    expect(posts.filter((post) => post.kind === "news")).toHaveLength(15);
  });
});

describe("the pages", () => {
  it("are in order, and speak as calmly as the rest", () => {
    for (const { slug, locale, body, description } of pageRows(new Date())) {
      const text = `${String(description)} ${String(body)}`;
      const unknown = factsIn(text).filter((name) => !(name in facts));
      expect([slug, examineMarkdown(String(body)).complaints, unknown]).toEqual([slug, [], []]);
      expect(text).not.toContain("!");
      if (locale === "ru-RU") expect(text).not.toMatch(/["“”]/);
      else expect(text).not.toMatch(/[а-яё]/i);
    }
  });
});

const sums = ["delivery.flat", "delivery.free_from", "order.max", "customs.limit", "customs.example", "export.limit"];
const digits = (text: string) => text.replaceAll(/[^\d,.]/g, "").replace(/[.,]$/, "");

describe("the numbers of the pages", () => {
  const bare = (value: string) => value.replaceAll(/[\u00a0\u202f]/g, " ");
  /** What a number that the shop may change is followed or preceded by, where it stands in a text. */
  const kinds: [about: RegExp, names: string[]][] = [
    [/(\d+) ?(?:дн|день|days?\b)/g, ["new.days", "bonus.days", "certificate.days", "returns.days"]],
    [/(\d+) ?(?:минут|minutes?\b)/g, ["order.pay_within"]],
    [/(\d+) ?(?:штук|одинаков|pieces|identical|of one)/g, ["order.same_pieces", "cart.pieces"]],
    [/(\d+(?:[.,]\d+)?) ?%/g, ["bonus.earned", "bonus.payable", "customs.percent"]],
    [/(\d[\d .,]*\d|\d) ?(?:[₽€¥]|руб|иен|евро|roubles?|rubles?|euros?|yen)/g, sums],
    [/[₽€¥$] ?(\d[\d .,]*\d|\d)/g, sums],
    [/(\d+) ?(?:кг|kg)\b/g, ["customs.weight"]],
  ];

  it("are not written down where a setting or a rule of the shop holds them", async () => {
    const now = shop.clock.now();
    for (const { slug, locale, body, description } of pageRows(now)) {
      const text = bare(`${String(description)}\n${String(body)}`);
      const asking = { db: shop.db, locale: locale as Locale, now };
      for (const [about, names] of kinds) {
        const held = await Promise.all(names.map(async (name) => digits((await facts[name]?.(asking)) ?? "")));
        const written = [...text.matchAll(about)].filter(([, found = ""]) => held.includes(digits(found)));
        expect([slug, locale, written.map(([whole]) => whole)]).toEqual([slug, locale, []]);
      }
    }
  });

  it("come from facts that have something to say", async () => {
    await withTransaction(shop.db, fillIdentity);
    const now = shop.clock.now();
    for (const { slug, locale, body, description } of pageRows(now))
      for (const name of factsIn(`${String(description)} ${String(body)}`))
        expect([slug, name, await facts[name]?.({ db: shop.db, locale: locale as Locale, now })]).toEqual([
          slug,
          name,
          expect.stringMatching(/./),
        ]);
  });

  it("count an example of the duty as the rule does", async () => {
    const asking = { db: shop.db, locale: "ru-RU" as const, now: shop.clock.now() };
    const said = await Promise.all(
      ["customs.limit", "customs.example", "customs.example_excess", "customs.percent", "customs.example_duty"].map(
        async (name) => bare((await facts[name]?.(asking)) ?? ""),
      ),
    );
    expect(said).toEqual(["200 €", "450 €", "250 €", "15 %", "37,5 €"]);
  });
});

describe("a quiz", () => {
  it("has a result for every axis, and weighs nothing else", () => {
    for (const { axes, questions, results, flags } of quizzes) {
      const known = new Set([...axes.types, ...Object.keys(axes.flags)]);
      const weighed = questions.flatMap((question) =>
        question.answers.flatMap((answer) => Object.keys(answer.weights)),
      );
      expect(weighed.filter((axis) => !known.has(axis))).toEqual([]);
      expect(results.map((result) => result.code)).toEqual(axes.types);
      expect(flags.map((flag) => flag.code)).toEqual(Object.keys(axes.flags));
      expect(questions).toHaveLength(8);
    }
  });

  it("can reach each of its results", () => {
    for (const { axes, questions } of quizzes)
      for (const axis of axes.types) {
        const most = questions.map((question) =>
          Math.max(...question.answers.map((answer) => (answer.weights as Record<string, number>)[axis] ?? 0)),
        );
        expect(most.reduce((sum, weight) => sum + weight, 0)).toBeGreaterThanOrEqual(3);
      }
  });

  it("recommends goods that there are", () => {
    for (const step of quizzes.flatMap(
      (quiz) =>
        quiz.steps as { category: string; types?: Record<string, string[]>; actives?: Record<string, string[]> }[],
    )) {
      expect(allCategories.map((one) => one.slug)).toContain(step.category);
      for (const id of Object.values(step.types ?? {}).flat()) expect(allTypes.map((type) => type.id)).toContain(id);
      const actives = new Set(allTypes.flatMap(activesFor).map((one) => one.id));
      for (const id of Object.values(step.actives ?? {}).flat()) expect(actives).toContain(id);
    }
  });
});

it("banners stand in both languages, certificates in Russian only", () => {
  const rows = planBanners().flatMap((banner) => banner.rows);
  for (const locale of ["ru-RU", "en-US"])
    for (const place of ["hero", "side", "wide"])
      expect(rows.filter((row) => row.locale === locale && row.place === place).length).toBeGreaterThanOrEqual(2);
  expect(rows.filter((row) => String(row.href).includes("sertifikat")).map((row) => row.locale)).toEqual(["ru-RU"]);
});
