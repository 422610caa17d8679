import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { findPathsWithoutPage } from "../content/storefront-paths.ts";
import { validateMarkdown, renderMarkdown } from "../content/texts/markdown.ts";
import { CommandError, readInputFile } from "../platform/commands/command.ts";
import { type Tx, withTransaction } from "../platform/db/database.ts";
import type { FileStorage } from "../platform/file-storage/file-storage.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { localizePath } from "../../../design-system/i18n/locale-path.ts";
import { InvalidImageError } from "../platform/media/image-validation.ts";
import { originalExtensions, type OriginalMime } from "../platform/media/storage.ts";
import { storeOriginal } from "../platform/media/originals.ts";
import { findProductIdsByReference, setTagsAndProducts, upsertPost } from "./post-management-sql.ts";
import { type PostFile, readPostFile } from "./post-file.ts";

type PostSource = { file: string; post: PostFile };

/**
 * Imports posts from a Markdown file, or from all of a folder, in one transaction. A file without a date leaves the
 * publication time of an existing post unchanged, and makes a new post a draft.
 * @throws CommandError with the errors of each file
 */
export async function importPosts({ db, config, files, clock }: AppContext, path: string): Promise<PostFile[]> {
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
      const { html } = renderMarkdown(post.body, (linkPath) =>
        localizePath(linkPath, post.locale, config.localeStrategy),
      );
      const id = await upsertPost(db, {
        kind: post.kind,
        slug: post.slug,
        locale: post.locale,
        title: post.title,
        lead: post.lead,
        theme_color: post.themeColor,
        body_html: html,
        updated_at: clock.now(),
        cover_id: post.cover === null ? null : await storeCover(db, files, file, post.cover),
        unlisted: post.isUnlisted,
        publication: getPublication(post, clock.now()),
      });
      const products = post.products.flatMap((reference) => productIds.get(reference) ?? []);
      await setTagsAndProducts(db, id, post.tags, products);
    }
  });
  return sources.map(({ post }) => post);
}

/** Returns the publication time and draft state that a file sets, or null if it has none. */
function getPublication({ publishedAt, isDraft }: PostFile, now: Date): { published_at: Date; draft: boolean } | null {
  if (isDraft) return { published_at: publishedAt ?? now, draft: true };
  return publishedAt && { published_at: publishedAt, draft: false };
}

async function listFiles(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".md")).toSorted();
  if (names.length === 0) throw new CommandError(`There is no .md file in ${path}.`);
  return names.map((name) => join(path, name));
}

/** Returns the errors of the files: invalid Markdown, broken links, unknown products, two files for the same post. */
async function findErrors(db: Tx, sources: readonly PostSource[]): Promise<{ file: string; message: string }[]> {
  const postPaths = new Set(sources.map(({ post }) => `/${post.kind}/${post.slug}`));
  const tagPaths = new Set(sources.flatMap(({ post }) => post.tags.map(({ slug }) => `/blog/tag/${slug}`)));
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
    const brokenLinks = (await findPathsWithoutPage(db, links)).filter(
      (link) => !postPaths.has(link) && !tagPaths.has(link),
    );
    const unknownProducts = [...new Set(post.products)].filter((reference) => !productIds.has(reference));
    const messages = [
      ...(otherFile === undefined ? [] : [`${postName} is also in ${otherFile}`]),
      ...markdownErrors,
      ...brokenLinks.map((link) => `there is no page ${link}`),
      ...unknownProducts.map((reference) => `there is no product ${reference}`),
    ];
    errors.push(...messages.map((message) => ({ file, message })));
  }
  return errors;
}

/** Stores the cover image of a post file and returns its media id. @throws CommandError if it is missing or invalid */
async function storeCover(db: Tx, files: FileStorage, file: string, cover: string): Promise<number> {
  const coverPath = join(dirname(file), cover);
  const content = await readFile(coverPath).catch(() => null);
  if (!content) throw new CommandError(`${file}: there is no image ${cover} next to it.`);
  try {
    return (await storeOriginal(db, files, content, getMimeType(cover))).id;
  } catch (error) {
    if (!(error instanceof InvalidImageError)) throw error;
    throw new CommandError(`${file}: ${cover} is not a supported image.`);
  }
}

/** Returns the type of an image by its file extension. */
function getMimeType(fileName: string): OriginalMime {
  const extension = extname(fileName).slice(1).toLowerCase().replace("jpeg", "jpg");
  const mimeTypes = Object.keys(originalExtensions) as OriginalMime[];
  return mimeTypes.find((mime) => originalExtensions[mime] === extension) ?? "image/jpeg";
}
