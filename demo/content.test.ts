import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { facts, factsIn } from "../api/src/pages/facts.ts";
import { examineMarkdown } from "../api/src/pages/markdown.ts";
import { planBanners } from "./art.ts";
import { pageRows } from "./content.ts";
import posts from "./data/posts.json" with { type: "json" };
import quizzes from "./data/quizzes.json" with { type: "json" };
import { allCategories, allTypes, activesFor } from "./tables.ts";

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
    expect(slugs("ru-RU")).toEqual([
      ...["about-us", "custom-tax", "delivery", "garantiy-i-vozvrat", "mobile-video", "oferta", "payment"],
      ...["payment-security", "pochemu-my", "privacy-policy", "privacy-policy-j"],
    ]);
    expect(slugs("en-US")).toEqual([
      ...[
        "about-us",
        "custom-tax",
        "delivery",
        "legal-notice",
        "mobile-video",
        "payment",
        "privacy-policy",
        "privacy-policy-j",
      ],
    ]);
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
