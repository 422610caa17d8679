import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { findPathsWithoutPage } from "../content/storefront-paths.ts";
import { validateMarkdown, renderMarkdown } from "../content/texts/markdown.ts";
import { CommandError, readInputFile } from "../platform/commands/command.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { localizePath } from "../platform/i18n/locale.ts";
import { InvalidImageError } from "../platform/media/image-validation.ts";
import { originalExtensions, type OriginalMime } from "../platform/media/storage.ts";
import { storeOriginal } from "../platform/media/originals.ts";
import { findProductIdsByReference, setTagsAndProducts, upsertPost } from "./post-management-sql.ts";
import { type PostFile, readPostFile } from "./post-file.ts";

type PostSource = { file: string; post: PostFile };

/**
 * Imports posts from a Markdown file or all of a folder, in one transaction. A file without a date does not change when
 * an existing post is published; a new post becomes a draft.
 * @throws CommandError with the errors of each file
 */
export async function importPosts({ db, config, clock }: AppContext, path: string): Promise<PostFile[]> {
  const sources: PostSource[] = [];
  for (const file of await listFiles(path)) sources.push({ file, post: readPostFile(file, await readInputFile(file)) });
  await withTransaction(db, async (db) => {
    const errors = (await findErrors(db, sources)).map(({ file, message }) => `${file}: ${message}`);
    if (errors.length > 0) throw new CommandError(["Nothing was imported.", ...errors].join("\n"), { errors });
    const productIds = await findProductIdsByReference(
      db,
      sources.flatMap(({ post }) => post.products),
    );
    for (const { file, post } of sources) {
      const { html } = renderMarkdown(post.body, (to) => localizePath(to, post.locale, config.localeStrategy));
      const { kind, slug, locale, title, lead, themeColor } = post;
      const id = await upsertPost(db, {
        ...{ kind, slug, locale, title, lead, theme_color: themeColor, body_html: html, updated_at: clock.now() },
        cover_id: post.cover === null ? null : await storeCover(db, join(config.dataDir, "media"), file, post.cover),
        unlisted: post.isUnlisted,
        publication: getPublication(post, clock.now()),
      });
      const products = post.products.flatMap((reference) => productIds.get(reference) ?? []);
      await setTagsAndProducts(db, id, post.tags, products);
    }
  });
  return sources.map(({ post }) => post);
}

function getPublication({ publishedAt, isDraft }: PostFile, now: Date): { published_at: Date; draft: boolean } | null {
  if (isDraft) return { published_at: publishedAt ?? now, draft: true };
  return publishedAt && { published_at: publishedAt, draft: false };
}

async function listFiles(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (one) => one.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".md")).toSorted();
  if (names.length === 0) throw new CommandError(`There is no .md file in ${path}.`);
  return names.map((name) => join(path, name));
}

/** Returns the errors of the files: HTML, dead links, unknown products, two files for the same post. */
async function findErrors(db: Tx, sources: readonly PostSource[]): Promise<{ file: string; message: string }[]> {
  const paths = new Set(sources.map(({ post }) => `/${post.kind}/${post.slug}`));
  const tags = new Set(sources.flatMap(({ post }) => post.tags.map(({ slug }) => `/blog/tag/${slug}`)));
  const productIds = await findProductIdsByReference(
    db,
    sources.flatMap(({ post }) => post.products),
  );
  const filesByPost = new Map<string, string>();
  const errors: { file: string; message: string }[] = [];
  for (const { file, post } of sources) {
    const postName = `/${post.kind}/${post.slug} (${post.locale})`;
    const otherFile = filesByPost.get(postName);
    filesByPost.set(postName, file);
    const { errors: markdownErrors, paths: links } = validateMarkdown(post.body);
    const deadLinks = (await findPathsWithoutPage(db, links)).filter((one) => !paths.has(one) && !tags.has(one));
    const unknownProducts = [...new Set(post.products)].filter((reference) => !productIds.has(reference));
    const messages = [
      ...(otherFile === undefined ? [] : [`${postName} stands in ${otherFile} too`]),
      ...markdownErrors,
      ...deadLinks.map((one) => `no page is at ${one}`),
      ...unknownProducts.map((reference) => `the shop has no product ${reference}`),
    ];
    errors.push(...messages.map((message) => ({ file, message })));
  }
  return errors;
}

async function storeCover(db: Tx, mediaDir: string, file: string, cover: string): Promise<number> {
  const coverPath = join(dirname(file), cover);
  const content = await readFile(coverPath).catch(() => null);
  if (!content) throw new CommandError(`${file}: there is no image ${cover} beside it.`);
  try {
    return (await storeOriginal(db, mediaDir, content, mimeOf(cover))).id;
  } catch (error) {
    if (!(error instanceof InvalidImageError)) throw error;
    throw new CommandError(`${file}: ${cover} is not a supported image.`);
  }
}

function mimeOf(name: string): OriginalMime {
  const ending = extname(name).slice(1).toLowerCase().replace("jpeg", "jpg");
  return (
    (Object.keys(originalExtensions) as OriginalMime[]).find((one) => originalExtensions[one] === ending) ??
    "image/jpeg"
  );
}
