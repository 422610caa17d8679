import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tx } from "../api/src/platform/db.ts";
import { addressesOf } from "../api/src/platform/media.ts";
import { coverOf, planBanners } from "./art.ts";
import actives from "./data/actives.json" with { type: "json" };
import posts from "./data/posts.json" with { type: "json" };
import quizzes from "./data/quizzes.json" with { type: "json" };
import type { Originals } from "./originals.ts";
import { picturesOf } from "./packs.ts";
import { readTextFile } from "../api/src/content/text-file.ts";
import { DAY_MS } from "./product.ts";
import { insertRows, nextId, type Row } from "./rows.ts";

import { allTypes } from "./tables.ts";
import type { World } from "./world.ts";

type Locale = "ru-RU" | "en-US";
const locales = { ru: "ru-RU", en: "en-US" } as const;
const textsDir = join(import.meta.dirname, "data/texts");

/** Information pages, blog and news, quizzes and banners of both languages. */
export async function fillContent(db: Tx, world: World, originals: Originals): Promise<void> {
  await insertRows(db, "pages", pageRows(world.now));
  await fillPosts(db, world, originals);
  await insertRows(
    db,
    "quizzes",
    quizzes.flatMap((quiz) => Object.values(locales).map((locale) => localised(quiz, locale))),
  );
  await fillBanners(db, originals);
}

/** Editions that have a name of their own; the others are the first. */
const editions: Record<string, string> = {
  "custom-tax": "2026-03",
  "legal-notice": "2026-03",
  oferta: "2026-03",
  "privacy-policy": "2026-03",
  "privacy-policy-j": "2026-03",
};

/** The texts under /info; what a language has no file for, it has no page for. */
export function pageRows(now: Date): Row[] {
  const folder = join(textsDir, "pages");
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const [slug = "", language = ""] = file.split(".");
      const text = readTextFile(readFileSync(join(folder, file), "utf8"));
      return { slug, locale: localeOf(language), ...text, version: editions[slug] ?? "1", updated_at: now };
    });
}

type Post = {
  kind: "blog" | "news";
  slug: string;
  /** Read at its address, but in no list. */
  unlisted?: boolean;
  days: number;
  tag?: string[];
  cloth?: string;
  packs?: string[][];
  types?: string[];
};

async function fillPosts(db: Tx, { now, shelf }: World, originals: Originals): Promise<void> {
  const first = await nextId(db, "posts");
  const rows = { posts: [] as Row[], tags: [] as Row[], products: [] as Row[] };
  for (const post of posts as Post[]) {
    const cover = post.packs ? coverOf(post.cloth ?? "shiro", post.packs, post.slug) : null;
    if (cover) await originals.keep(db, [cover]);
    const gallery = post.slug === "demo" ? await galleryOf(db, shelf, originals) : "";
    const related = shelf.filter((one) => post.types?.includes(one.parts.type.id)).slice(0, 4);
    for (const [language, locale] of Object.entries(locales)) {
      const text = findText(join(textsDir, post.kind, `${post.slug}.${language}.html`));
      if (!text) continue;
      const id = first + rows.posts.length;
      rows.posts.push({
        id,
        kind: post.kind,
        slug: post.slug,
        locale,
        title: text.title,
        lead: text.lead,
        body_html: text.body.replace("{gallery}", gallery),
        cover_id: cover && originals.of(cover).id,
        cloth: post.cloth ?? "shiro",
        unlisted: post.unlisted ?? false,
        published_at: new Date(now.getTime() - post.days * DAY_MS + 9 * 3_600_000),
      });
      if (post.tag)
        rows.tags.push({ post_id: id, slug: post.tag[0], name: locale === "ru-RU" ? post.tag[1] : post.tag[2] });
      rows.products.push(...related.map((product, position) => ({ post_id: id, product_id: product.id, position })));
    }
  }
  await insertRows(db, "posts", rows.posts);
  await insertRows(db, "post_tags", rows.tags);
  await insertRows(db, "post_products", rows.products);
}

/** Three packs from the shelf, as an article shows pictures. */
async function galleryOf(db: Tx, shelf: World["shelf"], originals: Originals): Promise<string> {
  const pictures = shelf.slice(0, 3).flatMap((product) => picturesOf(product).slice(0, 1));
  await originals.keep(db, pictures);
  return pictures
    .map((picture) => originals.of(picture))
    .map(
      (one) =>
        `<figure><img src="${addressesOf(one).src}" srcset="${addressesOf(one).srcset}" sizes="33vw" width="${one.width}" height="${one.height}" alt="" loading="lazy"></figure>`,
    )
    .join("");
}

async function fillBanners(db: Tx, originals: Originals): Promise<void> {
  const banners = planBanners();
  await originals.keep(
    db,
    banners.flatMap(({ wide, narrow }) => [wide, narrow]),
  );
  const rows = banners.flatMap(({ wide, narrow, rows: texts }) =>
    texts.map((text) => ({ ...text, wide_id: originals.of(wide).id, narrow_id: originals.of(narrow).id })),
  );
  const first = await nextId(db, "banners");
  await insertRows(
    db,
    "banners",
    rows.map((row, at) => ({ id: first + at, ...row })),
  );
}

type Text = { title: string; lead: string; body: string };

/** A text file: `<h1>` is its title, the first paragraph its lead, the rest its body. */
function readText(path: string): Text {
  const parts = /^<h1>([^<]+)<\/h1>\s*<p class="lead">([\s\S]*?)<\/p>\s*([\s\S]+)$/.exec(readFileSync(path, "utf8"));
  if (!parts) throw new Error(`${path} does not begin with a title and a lead`);
  const [, title = "", lead = "", body = ""] = parts;
  return { title: oneLine(title), lead: oneLine(lead), body: body.trim() };
}

function findText(path: string): Text | null {
  try {
    return readText(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function localeOf(language: string): Locale {
  if (language !== "ru" && language !== "en") throw new Error(`no locale for ${language}`);
  return locales[language];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

type Choices = Record<string, string[]>;
type QuizStep = { types?: Choices; actives?: Choices; [more: string]: unknown };

const shelfOf = new Map(allTypes.map((type) => [type.id, type.category]));
const inciOf = new Map(actives.map((active) => [active.id, active.inci]));

/** Kinds of goods are shelves to the shop, actives what stands in a composition. */
function shopStep({ types, actives: wanted, ...step }: QuizStep): object {
  const told = (choices: Choices, words: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      Object.entries(choices).map(([code, ids]) => [code, [...new Set(ids.flatMap((id) => words.get(id) ?? []))]]),
    );
  return {
    ...step,
    ...(types ? { categories: told(types, shelfOf) } : {}),
    ...(wanted ? { ingredients: told(wanted, inciOf) } : {}),
  };
}

/** A quiz in one language: every pair of texts becomes the one that is read. */
function localised(quiz: (typeof quizzes)[number], locale: Locale): Row {
  const { id, title, steps, ...rest } = quiz;
  const body = { ...rest, steps: (steps as QuizStep[]).map(shopStep) };
  const at = locale === "ru-RU" ? 0 : 1;
  const texts = new Set(["title", "intro", "text", "reason"]);
  const read = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return texts.has(key) ? value[at] : value.map((one) => read(one));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, read(one, name)]));
  };
  return { id, locale, title: title[at], body: read(body) };
}
