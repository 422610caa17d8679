import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { deadPaths } from "../content/addresses.ts";
import { examineMarkdown, renderMarkdown } from "../content/markdown.ts";
import { CommandError, fileText } from "../platform/commands.ts";
import { type Tx, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { localizedPath } from "../platform/locale.ts";
import { NotAPicture } from "../platform/media-examination.ts";
import { originalEndings, type OriginalMime } from "../platform/media-files.ts";
import { storeOriginal } from "../platform/media-originals.ts";
import { productsByReference, setTagsAndProducts, upsertPost } from "./keeping-sql.ts";
import { type PostFile, readPostFile } from "./post-file.ts";

type Found = { file: string; post: PostFile };

/**
 * Takes posts over from a Markdown file or every one of a folder: all of them or nothing. A file without a date leaves
 * a known post as out as it was, and makes a new one a draft.
 * @throws CommandError that names each file and what is wrong in it.
 */
export async function importPosts({ db, config, clock }: House, path: string): Promise<PostFile[]> {
  const found: Found[] = [];
  for (const file of await filesAt(path)) found.push({ file, post: readPostFile(file, await fileText(file)) });
  await withTransaction(db, async (db) => {
    const complaints = (await complaintsOf(db, found)).map(({ file, complaint }) => `${file}: ${complaint}`);
    if (complaints.length > 0)
      throw new CommandError(["Nothing was taken over.", ...complaints].join("\n"), { complaints });
    const known = await productsByReference(
      db,
      found.flatMap(({ post }) => post.products),
    );
    for (const { file, post } of found) {
      const { html } = renderMarkdown(post.body, (to) => localizedPath(to, post.locale, config.localeStrategy));
      const { kind, slug, locale, title, lead, cloth } = post;
      const id = await upsertPost(db, {
        ...{ kind, slug, locale, title, lead, cloth, body_html: html, updated_at: clock.now() },
        cover_id: post.cover === null ? null : await keepCover(db, join(config.dataDir, "media"), file, post.cover),
        unlisted: post.isUnlisted,
        out: outOf(post, clock.now()),
      });
      const products = post.products.flatMap((reference) => known.get(reference) ?? []);
      await setTagsAndProducts(db, id, post.tags, products);
    }
  });
  return found.map(({ post }) => post);
}

function outOf({ at, isDraft }: PostFile, now: Date): { published_at: Date; draft: boolean } | null {
  if (isDraft) return { published_at: at ?? now, draft: true };
  return at && { published_at: at, draft: false };
}

async function filesAt(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (one) => one.isDirectory(),
    () => false,
  );
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".md")).toSorted();
  if (names.length === 0) throw new CommandError(`There is no .md file in ${path}.`);
  return names.map((name) => join(path, name));
}

/** HTML, dead links, unknown products, and two files of one post. */
async function complaintsOf(db: Tx, found: readonly Found[]): Promise<{ file: string; complaint: string }[]> {
  const paths = new Set(found.map(({ post }) => `/${post.kind}/${post.slug}`));
  const tags = new Set(found.flatMap(({ post }) => post.tags.map(({ slug }) => `/blog/tag/${slug}`)));
  const known = await productsByReference(
    db,
    found.flatMap(({ post }) => post.products),
  );
  const names = new Map<string, string>();
  const told: { file: string; complaint: string }[] = [];
  for (const { file, post } of found) {
    const name = `/${post.kind}/${post.slug} (${post.locale})`;
    const other = names.get(name);
    names.set(name, file);
    const { complaints, paths: leads } = examineMarkdown(post.body);
    const dead = (await deadPaths(db, leads)).filter((one) => !paths.has(one) && !tags.has(one));
    const unknown = [...new Set(post.products)].filter((reference) => !known.has(reference));
    const all = [
      ...(other === undefined ? [] : [`${name} stands in ${other} too`]),
      ...complaints,
      ...dead.map((one) => `no page is at ${one}`),
      ...unknown.map((reference) => `the shop has no product ${reference}`),
    ];
    told.push(...all.map((complaint) => ({ file, complaint })));
  }
  return told;
}

async function keepCover(db: Tx, mediaDir: string, file: string, cover: string): Promise<number> {
  const place = join(dirname(file), cover);
  const content = await readFile(place).catch(() => null);
  if (!content) throw new CommandError(`${file}: there is no picture ${cover} beside it.`);
  try {
    return (await storeOriginal(db, mediaDir, content, mimeOf(cover))).id;
  } catch (error) {
    if (!(error instanceof NotAPicture)) throw error;
    throw new CommandError(`${file}: ${cover} is no picture that the shop can show.`);
  }
}

function mimeOf(name: string): OriginalMime {
  const ending = extname(name).slice(1).toLowerCase().replace("jpeg", "jpg");
  return (
    (Object.keys(originalEndings) as OriginalMime[]).find((one) => originalEndings[one] === ending) ?? "image/jpeg"
  );
}
