import type { PostKind, PostList } from "@furoshiki/api/journal";
import { data } from "react-router";
import type { Visit } from "../lib/api.ts";
import type { PageFacts } from "../lib/seo.ts";

/** A page of the blog, of one of its tags, or of the news. */
export type Posts = PostList & { pages: number };

/** Asks for the page that the address names. A page behind the last one is not found. */
export async function loadPosts(
  visit: Visit,
  { kind, perPage, tag }: { kind: PostKind; perPage: number; tag?: string | undefined },
): Promise<Posts> {
  const asked = Number(new URL(visit.path, "http://shop").searchParams.get("page") ?? 1);
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage), ...(tag ? { tag } : {}) });
  const list = await visit.page<PostList>(`/v1/${kind}?${query}`);
  const pages = Math.max(1, Math.ceil(list.total / perPage));
  if (page > pages) throw data(null, 404);
  return { ...list, pages };
}

/** The address of a page of a list, without the locale's prefix. */
export function pageOf(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}

/** Search engines are told of a twin in the other language only where there is one. */
export function twinFacts(twin: boolean): Pick<PageFacts, "inLocales"> {
  return twin ? {} : { inLocales: [] };
}

/** What search engines keep of a list: each page of its own; an empty one is not kept. */
export function listFacts(
  path: string,
  { page, total, twin }: Posts,
): Pick<PageFacts, "canonical" | "noindex" | "inLocales"> {
  return { canonical: pageOf(path, page), noindex: total === 0, ...twinFacts(twin) };
}
