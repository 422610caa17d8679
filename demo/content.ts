import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PageText, upsertPage } from "../api/src/cms-pages/sql.ts";
import type { Tx } from "../api/src/platform/db/database.ts";
import type { Locale } from "../api/src/platform/i18n/locale.ts";
import { getImageSources } from "../api/src/platform/media/image-urls.ts";
import { planCover, planBanners } from "./content-pictures.ts";
import actives from "./data/actives.json" with { type: "json" };
import posts from "./data/posts.json" with { type: "json" };
import quizzes from "./data/quizzes.json" with { type: "json" };
import replyTemplates from "./data/reply-templates.json" with { type: "json" };
import type { Originals } from "./originals.ts";
import { planPictures } from "./products/pictures.ts";
import { parseTextFile } from "../api/src/content/texts/text-file.ts";
import { DAY_MS, HOUR_MS } from "./products/product.ts";
import { insertRows, getNextId, type Row } from "./insert-rows.ts";
import { allTypes } from "./products/source-tables.ts";
import type { SeedContext } from "./seed-context.ts";

const locales = { ru: "ru-RU", en: "en-US" } as const;
const textDirectory = join(import.meta.dirname, "data/texts");

/** Writes information pages, blog and news posts, quizzes, banners and saved replies of both languages. */
export async function seedContent(db: Tx, context: SeedContext, originals: Originals): Promise<void> {
  for (const { slug, locale, ...text } of buildPages(context.now)) await upsertPage(db, slug, locale, text);
  await seedPosts(db, context, originals);
  await insertRows(
    db,
    "quizzes",
    quizzes.flatMap((quiz) => Object.values(locales).map((locale) => localizeQuiz(quiz, locale))),
  );
  await seedBanners(db, context, originals);
  await insertRows(db, "reply_templates", replyTemplates);
}

/** Versions of legal pages; all other pages have version 1. */
const versionBySlug: Record<string, string> = {
  "custom-tax": "2026-03",
  "legal-notice": "2026-03",
  oferta: "2026-03",
  "privacy-policy": "2026-03",
  "privacy-policy-j": "2026-03",
};

/** Builds the pages under /info. A language without a file has no page. */
export function buildPages(now: Date): (PageText & { slug: string; locale: Locale })[] {
  const pageDirectory = join(textDirectory, "pages");
  return readdirSync(pageDirectory)
    .sort()
    .map((file) => {
      const [slug = "", language = ""] = file.split(".");
      const text = parseTextFile(readFileSync(join(pageDirectory, file), "utf8"));
      return { slug, locale: getLocale(language), ...text, version: versionBySlug[slug] ?? "1", updated_at: now };
    });
}

type Post = {
  kind: "blog" | "news";
  slug: string;
  /** Reachable by URL, but not listed. */
  unlisted?: boolean;
  /** How many days ago the post was published. */
  days: number;
  /** Slug, Russian name and English name of its tag. */
  tag?: string[];
  /** The cloth and the packs of its cover; without packs the post has no cover. */
  cloth?: string;
  packs?: string[][];
  /** The types of the products that the post recommends. */
  types?: string[];
};

/** Hour of the day, in UTC. */
const PUBLISHED_AT_HOUR = 9;

async function seedPosts(db: Tx, { now, availableProducts }: SeedContext, originals: Originals): Promise<void> {
  const first = await getNextId(db, "posts");
  const rows = { posts: [] as Row[], tags: [] as Row[], products: [] as Row[] };
  for (const post of posts as Post[]) {
    const cover = post.packs ? planCover(post.cloth ?? "shiro", post.packs, post.slug) : null;
    if (cover) await originals.storeMissing(db, [cover]);
    const gallery = post.slug === "demo" ? await renderGallery(db, availableProducts, originals) : "";
    const related = availableProducts.filter((one) => post.types?.includes(one.parts.type.id)).slice(0, 4);
    for (const [language, locale] of Object.entries(locales)) {
      const text = findPostFile(join(textDirectory, post.kind, `${post.slug}.${language}.html`));
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
        cover_id: cover && originals.get(cover).id,
        theme_color: post.cloth ?? "shiro",
        unlisted: post.unlisted ?? false,
        published_at: new Date(now.getTime() - post.days * DAY_MS + PUBLISHED_AT_HOUR * HOUR_MS),
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

/** Renders the HTML of a gallery with pictures of three products. */
async function renderGallery(
  db: Tx,
  availableProducts: SeedContext["availableProducts"],
  originals: Originals,
): Promise<string> {
  const pictures = availableProducts.slice(0, 3).flatMap((product) => planPictures(product).slice(0, 1));
  await originals.storeMissing(db, pictures);
  return pictures
    .map((picture) => originals.get(picture))
    .map(
      (one) =>
        `<figure><img src="${getImageSources(one).src}" srcset="${getImageSources(one).srcset}" sizes="33vw" width="${one.width}" height="${one.height}" alt="" loading="lazy"></figure>`,
    )
    .join("");
}

async function seedBanners(db: Tx, { now }: SeedContext, originals: Originals): Promise<void> {
  const banners = planBanners(now);
  await originals.storeMissing(
    db,
    banners.flatMap(({ wide, narrow }) => [wide, narrow]),
  );
  const rows = banners.flatMap(({ wide, narrow, rows: localeRows }) =>
    localeRows.map((text) => ({ ...text, wide_id: originals.get(wide).id, narrow_id: originals.get(narrow).id })),
  );
  const first = await getNextId(db, "banners");
  await insertRows(
    db,
    "banners",
    rows.map((row, index) => ({ id: first + index, ...row })),
  );
}

type PostText = { title: string; lead: string; body: string };

/**
 * Reads a post: `<h1>` is its title, the first paragraph its lead, the rest its body.
 * @throws Error if the file does not begin with a title and a lead.
 */
function readPostFile(path: string): PostText {
  const match = /^<h1>([^<]+)<\/h1>\s*<p class="lead">([\s\S]*?)<\/p>\s*([\s\S]+)$/.exec(readFileSync(path, "utf8"));
  if (!match) throw new Error(`${path} does not begin with a title and a lead`);
  const [, title = "", lead = "", body = ""] = match;
  return { title: collapseWhitespace(title), lead: collapseWhitespace(lead), body: body.trim() };
}

/** Reads a post like `readPostFile`. Returns null if there is no such file: the post does not exist in this language. */
function findPostFile(path: string): PostText | null {
  try {
    return readPostFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function getLocale(language: string): Locale {
  if (language !== "ru" && language !== "en") throw new Error(`no locale for ${language}`);
  return locales[language];
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

type Choices = Record<string, string[]>;
type QuizStep = { types?: Choices; actives?: Choices; [more: string]: unknown };

const categoryByType = new Map(allTypes.map((type) => [type.id, type.category]));
const inciByActive = new Map(actives.map((active) => [active.id, active.inci]));

/** Converts a quiz step: product types become category slugs, active ingredients INCI names. */
function buildQuizStep({ types, actives: wantedActives, ...step }: QuizStep): object {
  const mapChoices = (choices: Choices, valueById: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      Object.entries(choices).map(([code, ids]) => [code, [...new Set(ids.flatMap((id) => valueById.get(id) ?? []))]]),
    );
  return {
    ...step,
    ...(types ? { categories: mapChoices(types, categoryByType) } : {}),
    ...(wantedActives ? { ingredients: mapChoices(wantedActives, inciByActive) } : {}),
  };
}

/** Builds the row of a quiz in one language: every [Russian, English] pair becomes the text of that language. */
function localizeQuiz(quiz: (typeof quizzes)[number], locale: Locale): Row {
  const { id, title, steps, ...rest } = quiz;
  const body = { ...rest, steps: (steps as QuizStep[]).map(buildQuizStep) };
  const localeIndex = locale === "ru-RU" ? 0 : 1;
  const localizedKeys = new Set(["title", "intro", "text", "hint", "reason"]);
  const localizeValue = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value))
      return localizedKeys.has(key) ? value[localeIndex] : value.map((one) => localizeValue(one));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, localizeValue(one, name)]));
  };
  return { id, locale, title: title[localeIndex], body: localizeValue(body) };
}
