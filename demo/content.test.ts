import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { templateVariables, findVariableNames } from "../api/src/cms-pages/template-variables.ts";
import { validateMarkdown } from "../api/src/content/texts/markdown.ts";
import { getCurrency } from "../api/src/money/service.ts";
import { withTransaction } from "../api/src/platform/db/database.ts";
import { openTestShop } from "../api/test/harness.ts";
import { planBanners, planSeason } from "./content-pictures.ts";
import { buildPages } from "./content.ts";
import { applyDemoStoreProfile } from "./store-profile.ts";
import posts from "./data/posts.json" with { type: "json" };
import quizzes from "./data/quizzes.json" with { type: "json" };
import { allCategories, allTypes, getActivesFor } from "./products/source-tables.ts";

const shop = await openTestShop();
const textDirectory = join(import.meta.dirname, "data/texts");
const files = ["blog", "news"].flatMap((folder) =>
  readdirSync(join(textDirectory, folder)).map((file) => ({
    folder,
    file,
    text: readFileSync(join(textDirectory, folder, file), "utf8"),
  })),
);

describe("post and page texts", () => {
  it("exist for the expected pages in each language", () => {
    const listSlugs = (locale: string) =>
      buildPages(new Date())
        .filter((row) => row.locale === locale)
        .map((row) => row.slug)
        .toSorted();
    const commonSlugs = [
      ...["about-us", "custom-tax", "delivery", "garantiy-i-vozvrat", "mobile-video", "oferta", "payment"],
      ...["payment-security", "pochemu-my", "privacy-policy", "privacy-policy-j"],
    ];
    expect(listSlugs("ru-RU")).toEqual(commonSlugs);
    expect(listSlugs("en-US")).toEqual([...commonSlugs, "legal-notice"].toSorted());
  });

  it("begin with a title and a lead, and contain only allowed HTML", () => {
    for (const { text } of files) {
      expect(text).toMatch(/^<h1[^>]*>[^<]+<\/h1>\s*<p class="lead">/);
      const tags = new Set([...text.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map((match) => match[1]));
      expect(
        [...tags].filter(
          (tag) => !/^(h[123]|p|ul|ol|li|a|strong|em|span|table|thead|tbody|tr|th|td|blockquote)$/.test(tag ?? ""),
        ),
      ).toEqual([]);
      expect(text).not.toMatch(/ on\w+=|javascript:/);
    }
  });

  it("mark every Japanese word with its language", () => {
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
    for (const { file, text } of files)
      expect([file, text.replaceAll(/lang="ja"\s*>[^<]+</g, "").match(japanese)]).toEqual([file, null]);
  });

  it("have six articles of four to seven minutes in each language, newest in the blog", () => {
    const newest = new Set(
      posts
        .filter((post) => post.kind === "blog" && !post.unlisted)
        .toSorted((one, other) => one.days - other.days)
        .slice(0, 8)
        .map((post) => post.slug),
    );
    for (const language of ["ru", "en"]) {
      const long = files.filter(({ folder, file, text }) => {
        const minutes = Math.round(
          text
            .replaceAll(/<[^>]*>/g, " ")
            .trim()
            .split(/\s+/).length / 160,
        );
        return folder === "blog" && file.endsWith(`.${language}.html`) && minutes >= 4 && minutes <= 7;
      });
      expect(long.filter(({ file }) => newest.has(file.split(".")[0] ?? ""))).toHaveLength(6);
    }
  });

  it("have no exclamation marks, no English quotes in Russian and no Cyrillic in English", () => {
    for (const { file, text } of files) {
      const plain = text.replaceAll(/<[^>]+>/g, "");
      expect(plain).not.toContain("!");
      if (file.endsWith(".ru.html")) expect(plain).not.toMatch(/["“”]/);
      else expect(plain).not.toMatch(/[а-яё]/i);
    }
  });

  it("link to pages of their own language", () => {
    for (const { file, text } of files)
      for (const [, href = ""] of text.matchAll(/href="([^"]+)"/g)) {
        if (href.startsWith("https://")) continue;
        expect(href.startsWith("/en-US/")).toBe(file.endsWith(".en.html"));
      }
  });

  it("exist in both languages for the blog, at least in Russian for news", () => {
    const hasFile = (folder: string, file: string) => files.some((one) => one.folder === folder && one.file === file);
    for (const { kind, slug } of posts) {
      expect(hasFile(kind, `${slug}.ru.html`)).toBe(true);
      if (kind === "blog") expect(hasFile(kind, `${slug}.en.html`)).toBe(true);
    }
    expect(posts.filter((post) => post.kind === "blog")).toHaveLength(24);
    expect(posts.filter((post) => post.kind === "news")).toHaveLength(15);
  });
});

describe("information pages", () => {
  it("are valid Markdown with known template variables, and follow the same style rules", () => {
    for (const { slug, locale, body, description } of buildPages(new Date())) {
      const text = `${description} ${body}`;
      const unknown = findVariableNames(text).filter((name) => !(name in templateVariables));
      expect([slug, validateMarkdown(body).errors, unknown]).toEqual([slug, [], []]);
      expect(text).not.toContain("!");
      if (locale === "ru-RU") expect(text).not.toMatch(/["“”]/);
      else expect(text).not.toMatch(/[а-яё]/i);
    }
  });
});

const moneyVariables = [
  "delivery.flat_price",
  "delivery.free_from",
  "cart.max_order",
  "customs.limit",
  "customs.example",
  "customs.export_limit",
];
const getDigits = (text: string) => text.replaceAll(/[^\d,.]/g, "").replace(/[.,]$/, "");

describe("numbers in information pages", () => {
  const normalizeSpaces = (value: string) => value.replaceAll(/[\u00a0\u202f]/g, " ");
  /** Patterns of numbers by unit, and the template variables that may have such a value. */
  const numberPatterns: [pattern: RegExp, names: string[]][] = [
    [
      /(\d+) ?(?:дн|день|days?\b)/g,
      ["catalog.new_product_days", "loyalty.validity_days", "gift_cards.validity_days", "returns.days"],
    ],
    [/(\d+) ?(?:минут|minutes?\b)/g, ["checkout.pay_within_minutes"]],
    [/(\d+) ?(?:штук|одинаков|pieces|identical|of one)/g, ["cart.commercial_quantity", "cart.max_quantity"]],
    [/(\d+(?:[.,]\d+)?) ?%/g, ["loyalty.earn_percent", "loyalty.pay_percent", "customs.duty_percent"]],
    [/(\d[\d .,]*\d|\d) ?(?:[₽€¥]|руб|иен|евро|rubles?|rubles?|euros?|yen)/g, moneyVariables],
    [/[₽€¥$] ?(\d[\d .,]*\d|\d)/g, moneyVariables],
    [/(\d+) ?(?:кг|kg)\b/g, ["customs.weight_limit"]],
  ];

  it("use template variables instead of literal values of settings and rules", async () => {
    const now = shop.clock.now();
    for (const { slug, locale, body, description } of buildPages(now)) {
      const text = normalizeSpaces(`${description}\n${body}`);
      const context = { db: shop.db, locale, currency: await getCurrency(shop.db, "RUB"), now };
      for (const [pattern, names] of numberPatterns) {
        const currentValues = await Promise.all(
          names.map(async (name) => getDigits((await templateVariables[name]?.(context)) ?? "")),
        );
        const matches = [...text.matchAll(pattern)].filter(([, number = ""]) =>
          currentValues.includes(getDigits(number)),
        );
        expect([slug, locale, matches.map(([matchedText]) => matchedText)]).toEqual([slug, locale, []]);
      }
    }
  });

  it("come from template variables with a value", async () => {
    await withTransaction(shop.db, applyDemoStoreProfile);
    const currency = await getCurrency(shop.db, "RUB");
    const now = shop.clock.now();
    for (const { slug, locale, body, description } of buildPages(now))
      for (const name of findVariableNames(`${description} ${body}`))
        expect([slug, name, await templateVariables[name]?.({ db: shop.db, locale, currency, now })]).toEqual([
          slug,
          name,
          expect.stringMatching(/./),
        ]);
  });

  it("calculate the duty example by the customs rule", async () => {
    const currency = await getCurrency(shop.db, "RUB");
    const context = { db: shop.db, locale: "ru-RU" as const, currency, now: shop.clock.now() };
    const values = await Promise.all(
      [
        "customs.limit",
        "customs.example",
        "customs.example_excess",
        "customs.duty_percent",
        "customs.example_duty",
      ].map(async (name) => normalizeSpaces((await templateVariables[name]?.(context)) ?? "")),
    );
    expect(values).toEqual(["200 €", "450 €", "250 €", "15 %", "37,5 €"]);
  });
});

describe("a quiz", () => {
  it("has a result for every axis and weights for no others", () => {
    for (const { axes, questions, results, flags } of quizzes) {
      const axisCodes = new Set([...axes.types, ...Object.keys(axes.flags)]);
      const weightedAxes = questions.flatMap((question) =>
        question.answers.flatMap((answer) => Object.keys(answer.weights)),
      );
      expect(weightedAxes.filter((axis) => !axisCodes.has(axis))).toEqual([]);
      expect(results.map((result) => result.code)).toEqual(axes.types);
      expect(flags.map((flag) => flag.code)).toEqual(Object.keys(axes.flags));
      expect(questions).toHaveLength(8);
    }
  });

  it("can reach each of its results", () => {
    for (const { axes, questions } of quizzes)
      for (const axis of axes.types) {
        const bestWeights = questions.map((question) =>
          Math.max(...question.answers.map((answer) => (answer.weights as Record<string, number>)[axis] ?? 0)),
        );
        expect(bestWeights.reduce((sum, weight) => sum + weight, 0)).toBeGreaterThanOrEqual(3);
      }
  });

  it("recommends existing categories, types and active ingredients", () => {
    for (const step of quizzes.flatMap(
      (quiz) =>
        quiz.steps as { category: string; types?: Record<string, string[]>; actives?: Record<string, string[]> }[],
    )) {
      expect(allCategories.map((one) => one.slug)).toContain(step.category);
      for (const id of Object.values(step.types ?? {}).flat()) expect(allTypes.map((type) => type.id)).toContain(id);
      const actives = new Set(allTypes.flatMap(getActivesFor).map((one) => one.id));
      for (const id of Object.values(step.actives ?? {}).flat()) expect(actives).toContain(id);
    }
  });
});

it("has banners in both languages, for gift cards in Russian only", () => {
  const rows = planBanners(shop.clock.now()).flatMap((banner) => banner.rows);
  for (const locale of ["ru-RU", "en-US"])
    for (const place of ["hero", "side", "wide"])
      expect(rows.filter((row) => row.locale === locale && row.place === place).length).toBeGreaterThanOrEqual(2);
  expect(rows.filter((row) => String(row.href).includes("sertifikat")).map((row) => row.locale)).toEqual(["ru-RU"]);
});

it("shows seasonal banners in their months only", () => {
  const getDates = (months: number[], now: string) =>
    Object.values(planSeason(months, new Date(now))).map((date) => date.toISOString().slice(0, 10));
  expect(getDates([3, 5], "2026-04-10T00:00:00Z")).toEqual(["2026-03-01", "2026-06-01"]);
  expect(getDates([3, 5], "2026-11-23T00:00:00Z")).toEqual(["2027-03-01", "2027-06-01"]);
  expect(getDates([10, 2], "2026-11-23T00:00:00Z")).toEqual(["2026-10-01", "2027-03-01"]);
  expect(getDates([10, 2], "2027-01-05T00:00:00Z")).toEqual(["2026-10-01", "2027-03-01"]);
});
