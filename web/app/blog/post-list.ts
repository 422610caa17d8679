import type { PostKind, PostList } from "@furoshiki/api/blog";
import { data } from "react-router";
import type { RequestContext } from "../api-client/request-context.ts";
import type { PageMeta } from "../seo/page-meta.ts";

/** A page of the blog, of one of its tags, or of the news. */
export type PostsPage = PostList & { pages: number };

/** Loads the page of posts that the URL requests. Throws 404 if the page is behind the last one. */
export async function loadPosts(
  requestContext: RequestContext,
  { kind, perPage, tag }: { kind: PostKind; perPage: number; tag?: string | undefined },
): Promise<PostsPage> {
  const requestedPage = Number(new URL(requestContext.path, "http://shop").searchParams.get("page") ?? 1);
  const page = Number.isSafeInteger(requestedPage) && requestedPage > 0 ? requestedPage : 1;
  const query = new URLSearchParams({ page: String(page), per_page: String(perPage), ...(tag ? { tag } : {}) });
  const postList = await requestContext.load<PostList>(`/v1/${kind}?${query}`);
  const pages = Math.max(1, Math.ceil(postList.total / perPage));
  if (page > pages) throw data(null, 404);
  return { ...postList, pages };
}

/** Returns the path of a page of a list, without locale prefix. */
export function getPagePath(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path;
}

/** Returns page metadata that names the alternate locale only if the page exists in it. */
export function getAlternateLocaleMeta(hasAlternateLocale: boolean): Pick<PageMeta, "inLocales"> {
  return hasAlternateLocale ? {} : { inLocales: [] };
}

/** Returns the metadata of a list: each page has its own canonical URL; empty lists are not indexed. */
export function getListMeta(
  path: string,
  { page, total, twin }: PostsPage,
): Pick<PageMeta, "canonical" | "noindex" | "inLocales"> {
  return { canonical: getPagePath(path, page), noindex: total === 0, ...getAlternateLocaleMeta(twin) };
}
